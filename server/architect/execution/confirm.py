"""Pipeline step 5: somebody says yes, where the mode wants that."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.errors import PortFault, ToolFault, UnseenFileError
from architect.domain.escape_controls import in_one_line
from architect.domain.outcome import StopReason
from architect.domain.question_title import question_title
from architect.domain.redaction import rewritten
from architect.domain.shell import Need
from architect.domain.user_questions import ASK_USER
from architect.domain.verdict import (
    DENIED,
    Allow,
    Answer,
    Ask,
    Choice,
    Confirmation,
    ConfirmMode,
    Deny,
    EditedText,
    Preview,
    Subject,
)
from architect.execution.grant_book import GrantBook
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.stop_signal import StopSignal
from architect.execution.user_edits import is_editable, text_now
from architect.execution.validate import ValidCall
from architect.l10n import english, joined
from architect.policy.confirmation import ConfirmationPolicy
from architect.policy.guardrails import EXECUTABLE_CONFIG, SENSITIVE
from architect.policy.proposals import PROPOSALS
from architect.policy.secrets.redactor import Redactor
from architect.policy.taint import EGRESS_NEEDS, ask_after_taint
from architect.ports.approver import Approver
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

CONFIRMATION = "confirmation"
"""Who denied a call that somebody was asked about: the reason is what they said."""


class ConfirmationGate:
    """Asks one question at a time and remembers what was allowed for the run."""

    def __init__(
        self,
        policy: ConfirmationPolicy,
        *,
        approver: Approver,
        stop: StopSignal,
        grants: GrantBook | None = None,
        one_at_a_time: asyncio.Lock | None = None,
    ) -> None:
        """An answer may request `stop`; `one_at_a_time` is shared with who else may ask."""
        self._policy = policy
        self._grants = grants or GrantBook()
        self._approver = approver
        self._stop = stop
        self._one_at_a_time = one_at_a_time or asyncio.Lock()

    @property
    def mode(self) -> ConfirmMode:
        return self._policy.mode

    def asks_for_network(self, taints: Sequence[str]) -> bool:
        """Whether somebody is asked about a call that is known to want the network."""
        return self._policy.mode is not ConfirmMode.YOLO or bool(taints)

    def narrowed(
        self, mode: ConfirmMode, *, reviewed_later: Collection[Effect]
    ) -> "ConfirmationGate":
        """The gate of a run under this one, which allows nothing more and waits for its turn here.

        Whoever answers there that the run is to stop means the run that a front end opened.
        """
        return ConfirmationGate(
            self._policy.narrowed(mode, reviewed_later=reviewed_later),
            approver=self._approver,
            stop=self._stop,
            grants=self._grants.narrowed(),
            one_at_a_time=self._one_at_a_time,
        )

    async def ask(self, question: str, answers: Sequence[str]) -> Answer:
        """What the person says to a question of the model, in every mode."""
        async with self._one_at_a_time:
            answer = await self._approver.confirm(
                Confirmation(
                    tool=ASK_USER,
                    title=question,
                    reason="",
                    grant="",
                    subject=Subject.QUESTION,
                    answers=tuple(answers),
                )
            )
        if answer.choice is Choice.STOP:
            self._stop.request(StopReason.USER_INTERRUPT)
        return answer

    def denial(self, call: ValidCall) -> Deny | None:
        """Why the user denied `call` beforehand; that holds in every mode and in dry runs."""
        return self._grants.denial(call)

    async def admit(
        self,
        call: ValidCall,
        context: ToolContext,
        recorder: EventRecorder,
        *,
        demand: Ask | None = None,
    ) -> Allow | Deny:
        """Whether the call may run; a `demand` of the guardrails is asked about in every mode.

        So is what leaves the workspace once text from outside came in, as `recorder` knows.

        Raises:
            ToolFault, PortFault: the call would fail anyway, so nobody was asked.
        """
        if isinstance(verdict := self._judge(call, recorder, demand), Allow):
            return verdict
        async with self._one_at_a_time:
            verdict = self._judge(call, recorder, demand)
            if isinstance(verdict, Allow):
                return verdict
            question = Confirmation(
                tool=call.tool.name,
                title=question_title(call.tool.name, call.traits.summary),
                # It may quote a name, behind whose line ends another question would seem to stand.
                reason=in_one_line(verdict.reason),
                grant=_words(call, demand),
                subject=verdict.subject,
                offers=self._grants.offers(call) if _can_be_kept(verdict, demand) else (),
                in_every_mode=call.traits.asks_in_every_mode,
            )
            try:
                preview = await _preview(call, context, demand)
                editable = is_editable(call, preview)
                question = replace(question, preview=preview, editable=editable)
                base = await text_now(call, context) if editable else ""
            except UnseenFileError as unseen:
                if demand is None:
                    raise
                return _denial(question, str(unseen), demanded=True)
            return await self._asked(
                question, recorder.redactor, base=base, demanded=demand is not None
            )

    def _judge(self, call: ValidCall, recorder: EventRecorder, demand: Ask | None) -> Allow | Ask:
        verdict = self._policy.judge(
            call.effect,
            call.traits.ask_reason,
            grant=_grant_of(call.tool.name, _words(call, demand)),
            demand=demand,
            in_every_mode=call.traits.asks_in_every_mode,
        )
        if demand is not None and isinstance(verdict, Ask):
            return verdict
        if isinstance(verdict, Ask):
            asks_about_safe = self._policy.asks_about_all
            verdict = self._grants.allowance(call, asks_about_safe=asks_about_safe) or verdict
        return ask_after_taint(call.traits.egress, recorder.taints) or verdict

    async def _asked(
        self, question: Confirmation, redactor: Redactor, *, base: str, demanded: bool
    ) -> Allow | Deny:
        shown = rewritten(question, lambda text: redactor.clean(text).text)
        answer = await self._approver.confirm(shown)
        if answer.choice is Choice.DENY:
            return _denial(question, answer.note or DENIED, demanded=demanded)
        match answer.choice:
            case Choice.ONCE:
                content = answer.content if question.editable else None
                return Allow("user", None if content is None else EditedText(content, base))
            case Choice.RUN | Choice.PROJECT | Choice.ALWAYS:
                words = _grant_of(question.tool, question.grant)
                return await self._grants.obey(
                    answer,
                    # What was redacted for the person is no grant to keep.
                    tuple(grant for grant in question.offers if grant in shown.offers),
                    for_run=lambda: self._policy.remember(words),
                )
            case Choice.STOP:
                self._stop.request(StopReason.USER_INTERRUPT)
                return Deny("confirmation", english("the user stopped the run"))


def _denial(question: Confirmation, note: str, *, demanded: bool) -> Deny:
    """What a no comes to; of what has to be asked about in every mode, it names the rule."""
    why = joined("; ", (question.reason, note))
    match question.subject:
        case Subject.EGRESS:
            return Deny(TAINT, why, _STAY_INSIDE)
        case Subject.SENSITIVE_FILE:
            return Deny(SENSITIVE, why, _INSTEAD)
        case Subject.EXECUTABLE_CONFIG:
            return Deny(EXECUTABLE_CONFIG, why, _TELL)
        case Subject.CALL if demanded:
            return Deny(PROPOSALS, why, _PROPOSE)
        case Subject.CALL | Subject.QUESTION | Subject.APPROVAL:
            return Deny(CONFIRMATION, note)


def outside_sandbox(
    traits: CallTraits, verdict: Allow, taints: Sequence[str]
) -> tuple[frozenset[Need], frozenset[Need]]:
    """What a call that `verdict` lets through may do beyond its sandbox, and what is taken from it.

    Once text from outside came in, only an answer to a question about the network gives that.
    """
    granted = frozenset[Need]() if verdict.by == Allow().by else traits.needs
    was_told = traits.uses_network or not traits.needs.isdisjoint(EGRESS_NEEDS)
    if not taints or (verdict.is_answer and was_told):
        return granted, frozenset()
    return granted - EGRESS_NEEDS, EGRESS_NEEDS


async def _preview(call: ValidCall, context: ToolContext, demand: Ask | None) -> Preview | None:
    """What the call would do; of an edit that fails, its error would quote a secret asked about."""
    secret = demand is not None and demand.subject is Subject.SENSITIVE_FILE
    if secret and call.tool.effect is not Effect.COMMAND:
        await _expect_seen(call, context)
        return None
    return await call.tool.safe_preview(call.args, context)


async def _expect_seen(call: ValidCall, context: ToolContext) -> None:
    """Make sure that the call does not fail after a yes because it would write over what it must
    have read first.

    Raises:
        UnseenFileError: it would.
    """
    try:
        await call.tool.safe_preview(call.args, context)
    except UnseenFileError:
        raise
    except (ToolFault, PortFault):
        return


TAINT = "taint"
_STAY_INSIDE = "Continue without leaving the workspace, or tell the user what needs to be done."
_TELL = (
    "Continue without that change, or tell the user what to change. (Where nobody can be asked, the"
    " user can allow edits of such files with --allow-edit PATH.)"
)
_PROPOSE = "Propose changes with the editing tools; read-only commands run without confirmation."
_INSTEAD = "Continue without its content: read an example of it, or ask the user."


def _can_be_kept(verdict: Ask, demand: Ask | None) -> bool:
    """Whether the answer may hold beyond the run: not what has to be asked about each time."""
    return demand is None and verdict.subject is Subject.CALL


def _words(call: ValidCall, demand: Ask | None) -> str:
    """What 'allow for the run' would allow; of what guardrails ask about, that alone."""
    words = call.traits.grant
    if demand is None:
        return words
    return english("{words}, although {reason}", words=words, reason=demand.reason)


def _grant_of(tool: str, words: str) -> str:
    """The grant with its tool: the words of one tool, a command line, may be another's name."""
    return f"{tool}: {words}"
