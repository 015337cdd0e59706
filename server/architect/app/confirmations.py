"""Questions to the person at a front end, one at a time over all runs."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from architect.app.run_info import AskedKind, PendingQuestion
from architect.app.run_state import WaitsFor
from architect.domain.escape_controls import in_one_line
from architect.domain.verdict import Answer, Choice, Confirmation, Subject, denied_because
from architect.frozen import frozen
from architect.l10n import english, shown, shown_exactly, t

ANSWER_S = 600.0
"""How long a question waits for its answer."""

Withdrawal = Literal["answered", "expired", "cancelled"]
"""Why a question is no longer open."""

MOST_CONTENT = 1_000_000
"""Characters of a text that a person makes of an edit."""

_MESSAGE_CHARS = 1_500
"""Of a preview in the message; front ends that show previews have the whole of it."""

_KINDS: dict[str, AskedKind] = {"patch": "edit", "command": "command"}

P = ParamSpec("P")
T = TypeVar("T")


class Questioner(Protocol):
    """What asks: a run (see `LiveRun`), or a workflow, whose id is the `run_id` then.

    `gave_up` says whether it was stopped because nobody answers.
    """

    gave_up: bool

    @property
    def run_id(self) -> str: ...

    def wait_for(self, what: WaitsFor, pending: PendingQuestion | None = None) -> None: ...

    def resume(self) -> None: ...


@frozen
class Prompt:
    """An open question."""

    request_id: str
    run: Questioner
    question: Confirmation
    expires_at: datetime
    answer: asyncio.Future[Answer] = field(compare=False)

    @property
    def pending(self) -> PendingQuestion:
        """The question as it stands in the `RunInfo` of its run."""
        return PendingQuestion(
            self.request_id,
            self.kind,
            message_of(self.question),
            tuple(self.options),
            tuple(shown(str(offer)) for offer in self.question.offers),
            self.question.answers,
        )

    @property
    def options(self) -> list[Choice]:
        """The choices there are, those that allow it first."""
        refusing = (Choice.DENY, Choice.STOP)
        allowing = (choice for choice in self.question.choices if choice not in refusing)
        return [*allowing, *refusing]

    def answered(
        self, choice: Choice, note: str, offer: object, content: str | None = None
    ) -> Answer:
        """The answer that was given; one that was not offered is a denial.

        `offer` is the number of what is allowed from now on, from 0. `content` is the text that the
        file of an edit is to have instead, at most `MOST_CONTENT` characters.
        """
        if content is not None and not self._may_have(choice, content):
            return self.unanswered()
        if choice not in self.options:
            return self.unanswered()
        if choice is Choice.DENY:
            return denied_because(note)
        offers = self.question.offers
        if choice not in (Choice.PROJECT, Choice.ALWAYS):
            return Answer(choice, note, content=content)
        if isinstance(offer, int) and 0 <= offer < len(offers):
            return Answer(choice, note, offers[offer])
        return self.unanswered()

    def _may_have(self, choice: Choice, content: str) -> bool:
        is_allowed = self.question.editable and choice is Choice.ONCE
        return is_allowed and len(content) <= MOST_CONTENT

    def unanswered(self, why: str = english("the question was closed without an answer")) -> Answer:
        """What holds if nobody answers: a denial, but an approval stays open."""
        is_approval = self.question.subject is Subject.APPROVAL
        return Answer(Choice.STOP if is_approval else Choice.DENY, why)

    @property
    def kind(self) -> AskedKind:
        """What is asked about: an edit, a command, or a call of another kind."""
        if self.question.subject is Subject.QUESTION:
            return "question"
        if self.question.subject is Subject.APPROVAL:
            return "approval"
        preview = self.question.preview
        return _KINDS.get(preview.kind, "tool") if preview else "tool"


class Asker(Protocol):
    """How a front end shows questions."""

    async def ask(self, prompt: Prompt) -> Answer | None:
        """The answer, or None if it can only come by `ConfirmationQueue.answer`."""
        ...

    def withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        """Nobody has to answer any more what is still shown."""
        ...


class ConfirmationQueue:
    """Asks one question at a time, over all runs; the first answer counts, whoever gives it."""

    def __init__(self, asker: Asker, answer_s: float = ANSWER_S) -> None:
        self._asker = asker
        self._answer_s = answer_s
        self._one_at_a_time = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._open: Prompt | None = None
        self._unanswered: set[str] = set()
        """Runs that got no answer once already."""

    @property
    def open_prompt(self) -> Prompt | None:
        return self._open

    def answer(
        self,
        run_id: str,
        request_id: str,
        choice: Choice,
        note: str = "",
        *,
        offer: int = 0,
        content: str | None = None,
    ) -> bool:
        """Whether that question was open, and so took the answer."""
        prompt = self._open
        if prompt is None or (prompt.run.run_id, prompt.request_id) != (run_id, request_id):
            return False
        if prompt.answer.done():
            return False
        prompt.answer.set_result(prompt.answered(choice, note, offer, content))
        return True

    def in_turn(
        self, ask: Callable[P, Coroutine[Any, Any, T]]
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """`ask`, when no other question is open."""

        async def ask_in_turn(*args: P.args, **kwargs: P.kwargs) -> T:
            async with self._one_at_a_time:
                return await ask(*args, **kwargs)

        return ask_in_turn

    async def ask(self, run: Questioner, question: Confirmation) -> Answer:
        """The answer of the person, or a denial where none comes."""
        async with self._one_at_a_time:
            expires_at = datetime.now(UTC) + timedelta(seconds=self._answer_s)
            request_id = f"{run.run_id}-{next(self._numbers)}"
            answer = asyncio.get_running_loop().create_future()
            prompt = self._open = Prompt(request_id, run, question, expires_at, answer)
            run.wait_for(WaitsFor.CONFIRM, prompt.pending)
            asking = asyncio.create_task(self._ask(prompt))
            asking.add_done_callback(partial(_pass_on_failure, answer))
            reason: Withdrawal = "cancelled"
            try:
                async with asyncio.timeout(self._answer_s):
                    found = await answer
                reason = "answered"
                return found
            except TimeoutError:
                reason = "expired"
                return self._gave_up(prompt)
            finally:
                self._open = None
                if not asking.done():
                    asking.cancel()
                    self._asker.withdraw(prompt, reason)
                run.resume()

    async def _ask(self, prompt: Prompt) -> None:
        answer = await self._asker.ask(prompt)
        if answer is not None and not prompt.answer.done():
            prompt.answer.set_result(answer)

    def _gave_up(self, prompt: Prompt) -> Answer:
        """Nobody answers: denied once, the second time the run is stopped.

        A question of the model is left to the model each time.
        """
        run = prompt.run
        minutes = f"{self._answer_s / 60:g}"
        if prompt.question.subject in (Subject.QUESTION, Subject.APPROVAL):
            return prompt.unanswered(
                english("nobody answered within {minutes} minutes", minutes=minutes)
            )
        if run.run_id in self._unanswered:
            self._unanswered.discard(run.run_id)
            run.gave_up = True
            return Answer(
                Choice.STOP,
                english(
                    "nobody answered within {minutes} minutes for the second time", minutes=minutes
                ),
            )
        self._unanswered.add(run.run_id)
        return Answer(
            Choice.DENY, english("nobody answered within {minutes} minutes", minutes=minutes)
        )


def _pass_on_failure(answer: asyncio.Future[Answer], asking: asyncio.Task[None]) -> None:
    """Let whoever waits for the answer hear that the question could not be shown."""
    failure = None if asking.cancelled() else asking.exception()
    if failure is not None and not answer.done():
        answer.set_exception(failure)


class QueuedApprover:
    """Asks the person on behalf of one run."""

    def __init__(self, questions: ConfirmationQueue, run: Questioner) -> None:
        self._questions = questions
        self._run = run

    async def confirm(self, question: Confirmation) -> Answer:
        return await self._questions.ask(self._run, question)


def title_of(question: Confirmation) -> str:
    """What is asked, in the language of the user; a question of the model is in its own words."""
    is_of_the_model = question.subject is Subject.QUESTION
    return question.title if is_of_the_model else shown(question.title)


def grant_of(question: Confirmation) -> str:
    """What `for this run` would allow: a command, a host or a tool is what it is."""
    return shown_exactly(question.grant)


def message_of(question: Confirmation) -> str:
    """The question in one text, which says what would be done once."""
    lines = [f"Architect: {title_of(question)}", shown(question.reason)]
    preview = question.preview
    if preview and not question.says_all:
        text = preview.text
        if len(text) > _MESSAGE_CHARS:
            more = t("[... {more} more]", more=len(text) - _MESSAGE_CHARS)
            text = f"{text[:_MESSAGE_CHARS]}\n{more}"
        lines.append(f"\n{text}")
    if preview and preview.cwd not in ("", "."):
        lines.append(t("(in {folder})", folder=in_one_line(preview.cwd)))
    return "\n".join(lines)
