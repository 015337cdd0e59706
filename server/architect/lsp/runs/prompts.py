"""Questions to the person at the editor, one at a time."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from architect.domain.verdict import Answer, Choice, Confirmation, Subject
from architect.lsp.editor_messages import (
    CommandPreview,
    ConfirmParams,
    ConfirmResolved,
    Withdrawal,
)
from architect.lsp.message_box import ANSWER_S, Ask
from architect.lsp.results import AskedKind, PendingQuestion
from architect.lsp.runs.live_run import LiveRun
from architect.lsp.runs.run_phase import WaitsFor
from architect.lsp.transport.client_features import ClientFeatures
from architect.lsp.transport.peer import Peer, PeerFault
from architect.lsp.wire import WARNING, as_object, plain

_MESSAGE_CHARS = 1_500
"""Of a preview in a message box, which has no room for more."""

_BUTTONS = {
    "Allow": Choice.ONCE,
    "Allow for this run": Choice.RUN,
    "Deny": Choice.DENY,
    "Stop the run": Choice.STOP,
}
_KINDS: dict[str, AskedKind] = {"patch": "edit", "command": "command"}


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open question of a run."""

    request_id: str
    run: LiveRun
    question: Confirmation
    expires_at: datetime
    answer: asyncio.Future[Answer] = field(compare=False)

    @property
    def pending(self) -> PendingQuestion:
        """The question as it stands in the `RunInfo` of its run."""
        return {
            "requestId": self.request_id,
            "kind": self.kind,
            "message": plain(_message(self.question)),
            "options": self.options,
            "offers": plain([str(offer) for offer in self.question.offers]),
        }

    @property
    def options(self) -> list[Choice]:
        """The choices there are: nothing can be allowed beforehand that is asked each time."""
        lasting = [Choice.PROJECT, Choice.ALWAYS] if self.question.offers else []
        kept = self.question.subject in (Subject.CALL, Subject.OBEYED_FILE)
        for_run = [Choice.RUN] if kept else []
        return [Choice.ONCE, *for_run, *lasting, Choice.DENY, Choice.STOP]

    def answered(self, choice: Choice, note: str, offer: object) -> Answer:
        """The answer that was given; one that was not offered is a denial.

        `offer` is the number of what is allowed from now on, from 0.
        """
        if choice not in self.options:
            return _NO_ANSWER
        offers = self.question.offers
        if choice not in (Choice.PROJECT, Choice.ALWAYS):
            return Answer(choice, note)
        if isinstance(offer, int) and 0 <= offer < len(offers):
            return Answer(choice, note, offers[offer])
        return _NO_ANSWER

    @property
    def kind(self) -> AskedKind:
        """What is asked about: an edit, a command, or a call of another kind."""
        preview = self.question.preview
        return _KINDS.get(preview.kind, "tool") if preview else "tool"


class PromptDesk:
    """Asks one question at a time, over all runs; the first answer counts, whoever gives it."""

    def __init__(self, peer: Peer, features: ClientFeatures, patience_s: float = ANSWER_S) -> None:
        self._peer = peer
        self._features = features
        self._patience_s = patience_s
        self._one_at_a_time = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._open: Prompt | None = None
        self._unanswered: set[str] = set()
        """Runs that got no answer once already."""

    @property
    def open_prompt(self) -> Prompt | None:
        return self._open

    def answer(
        self, run_id: str, request_id: str, choice: Choice, note: str = "", *, offer: int = 0
    ) -> bool:
        """Whether that question was open, and so took the answer."""
        prompt = self._open
        if prompt is None or (prompt.run.run_id, prompt.request_id) != (run_id, request_id):
            return False
        if prompt.answer.done():
            return False
        prompt.answer.set_result(prompt.answered(choice, note, offer))
        return True

    def in_turn(self, ask: Ask) -> Ask:
        """`ask`, when no other question is open."""

        async def ask_in_turn(message: str, buttons: Sequence[str]) -> str | None:
            async with self._one_at_a_time:
                return await ask(message, buttons)

        return ask_in_turn

    async def ask(self, run: LiveRun, question: Confirmation) -> Answer:
        """The answer of the person, or a denial where none comes."""
        async with self._one_at_a_time:
            expires_at = datetime.now(UTC) + timedelta(seconds=self._patience_s)
            request_id = f"{run.run_id}-{next(self._numbers)}"
            answer = asyncio.get_running_loop().create_future()
            prompt = self._open = Prompt(request_id, run, question, expires_at, answer)
            run.waits(WaitsFor.CONFIRM, prompt.pending)
            asking = asyncio.create_task(self._ask_editor(prompt))
            reason: Withdrawal = "cancelled"
            try:
                async with asyncio.timeout(self._patience_s):
                    found = await answer
                reason = "answered"
                return found
            except TimeoutError:
                reason = "expired"
                return self._gave_up(run)
            finally:
                self._open = None
                if not asking.done():
                    asking.cancel()
                    self._withdraw(prompt, reason)
                run.goes_on()

    def _gave_up(self, run: LiveRun) -> Answer:
        """Nobody answers: denied once, the second time the run is stopped."""
        minutes = f"{self._patience_s / 60:g} minutes"
        if run.run_id in self._unanswered:
            self._unanswered.discard(run.run_id)
            run.gave_up = True
            return Answer(Choice.STOP, f"nobody answered within {minutes} for the second time")
        self._unanswered.add(run.run_id)
        return Answer(Choice.DENY, f"nobody answered within {minutes}")

    async def _ask_editor(self, prompt: Prompt) -> None:
        """Ask by the best way the editor has; where it has none, `architect.answer` is left."""
        try:
            if self._features.rich is not None and self._features.rich.confirm:
                answer = await self._confirm(prompt)
            elif self._features.show_message_request:
                answer = await self._message_box(prompt)
            else:
                self._peer.notify(
                    "window/showMessage",
                    {"type": WARNING, "message": f"{_message(prompt.question)}\n{_HOW_TO_ANSWER}"},
                )
                return
        except PeerFault as fault:
            answer = Answer(Choice.DENY, f"the editor could not ask: {fault}")
        if not prompt.answer.done():
            prompt.answer.set_result(answer)

    async def _confirm(self, prompt: Prompt) -> Answer:
        question = prompt.question
        params: ConfirmParams = {
            "requestId": prompt.request_id,
            "runId": prompt.run.run_id,
            "kind": prompt.kind,
            "subject": question.subject,
            "title": question.title,
            "detail": question.reason,
            "grant": question.grant,
            "options": prompt.options,
            "offers": [str(offer) for offer in question.offers],
            "default": Choice.DENY,
            "expiresAt": plain(prompt.expires_at),
        }
        if preview := question.preview:
            shown: CommandPreview = {"command": preview.text, "cwd": preview.cwd}
            params["preview"] = {"patch": preview.text} if preview.kind == "patch" else shown
        result = await self._peer.request(
            "architect/confirm", plain(params), timeout_s=self._patience_s + 5
        )
        return _chosen(prompt, result)

    async def _message_box(self, prompt: Prompt) -> Answer:
        params = {
            "type": WARNING,
            "message": plain(_message(prompt.question)),
            "actions": [
                {"title": title} for title, choice in _BUTTONS.items() if choice in prompt.options
            ],
        }
        result = await self._peer.request(
            "window/showMessageRequest", params, timeout_s=self._patience_s + 5
        )
        choice = _BUTTONS.get(str(as_object(result).get("title")))
        return prompt.answered(choice, "", 0) if choice else _NO_ANSWER

    def _withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        if self._features.rich is not None and self._features.rich.confirm:
            params: ConfirmResolved = {"requestId": prompt.request_id, "reason": reason}
            self._peer.notify("architect/confirm/resolved", params)


_NO_ANSWER = Answer(Choice.DENY, "the question was closed without an answer")
_HOW_TO_ANSWER = "(Answer by a code action, or by the command architect.answer.)"


def _chosen(prompt: Prompt, result: Any) -> Answer:
    """The answer in the result of `architect/confirm`; what makes no sense is a denial."""
    said = as_object(result)
    choice, note = said.get("choice"), said.get("note")
    if choice not in list(Choice):
        return _NO_ANSWER
    text = note if isinstance(note, str) else ""
    return prompt.answered(Choice(choice), text, said.get("offer", 0))


def _message(question: Confirmation) -> str:
    """The question for a message box."""
    lines = [f"Architect: {question.title}", question.reason]
    if preview := question.preview:
        text = preview.text
        if len(text) > _MESSAGE_CHARS:
            text = f"{text[:_MESSAGE_CHARS]}\n[... {len(preview.text) - _MESSAGE_CHARS} more]"
        lines.append(f"\n{text}" + (f"\n(in {preview.cwd})" if preview.cwd else ""))
    return "\n".join(lines)


class EditorApprover:
    """Asks the person at the editor on behalf of one run."""

    def __init__(self, desk: PromptDesk, run: LiveRun) -> None:
        self._desk = desk
        self._run = run

    async def confirm(self, question: Confirmation) -> Answer:
        return await self._desk.ask(self._run, question)
