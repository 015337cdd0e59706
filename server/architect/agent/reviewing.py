"""A review of changes or files: by one agent, or part by part by several."""

import asyncio
from collections.abc import Sequence

from architect.agent.ending import Ending
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop
from architect.agent.safety_nets import spent_budget
from architect.domain.errors import UserError
from architect.domain.findings import Finding
from architect.domain.ids import CallId
from architect.domain.journal.check_events import ReviewCovered
from architect.domain.journal.run_events import SafetyNetHit, StepStarted
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.review_scope import FileCoverage, ReviewPart, ReviewScope
from architect.domain.run_request import Attachment, RunRequest
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StoppedError
from architect.l10n import english

_REVIEWER = "review"
_SIDE_BY_SIDE = 3
"""Parts that are looked at at once: providers limit requests by the minute."""

_TITLE_CHARS = 60


def request_for(task: str, part: ReviewPart) -> RunRequest:
    """The review of one part."""
    attached = Attachment(part.kind, part.source, part.text)
    return RunRequest(task, _REVIEWER, attachments=(attached,))


class ReviewOfOnePart:
    """The loop of one agent, with what it looked at put on record."""

    def __init__(self, run: RunContext, scope: ReviewScope, loop: AgentLoop) -> None:
        self._run = run
        self._scope = scope
        self._loop = loop

    async def run(self) -> Ending:
        """Have the agent look.

        Raises:
            JournalFault: what happens can no longer be recorded.
        """
        ending = await self._loop.run()
        reason = "" if ending.stop_reason is StopReason.LLM_DONE else _why(ending)
        self._run.emit(
            ReviewCovered(files=(*_covered(self._scope.parts, reason), *self._scope.left_out))
        )
        return ending


class ReviewOfParts:
    """A review whose parts are looked at by agents of their own, which share one budget.

    What they find is on record as findings of the run.
    """

    def __init__(self, run: RunContext, scope: ReviewScope, limits: Limits) -> None:
        self._run = run
        self._scope = scope
        self._limits = limits
        self._slots = asyncio.Semaphore(_SIDE_BY_SIDE)
        self._spent: str | None = None

    async def run(self) -> Ending:
        """Have all parts looked at, as far as budget and time reach.

        Raises:
            JournalFault: what happens can no longer be recorded.
        """
        run = self._run
        run.emit(StepStarted(step=1))
        timer = None
        if self._limits.timeout_s is not None:
            timer = asyncio.get_running_loop().call_later(
                self._limits.timeout_s, run.stop.request, StopReason.TIMEOUT
            )
        try:
            parts = self._scope.parts
            reasons = await asyncio.gather(*map(self._looked_at, range(len(parts)), parts))
        finally:
            if timer is not None:
                timer.cancel()
        covered = [
            place
            for part, reason in zip(parts, reasons, strict=True)
            for place in _covered((part,), reason)
        ]
        run.emit(ReviewCovered(files=(*covered, *self._scope.left_out)))
        return self._ending(reasons)

    async def _looked_at(self, number: int, part: ReviewPart) -> str:
        """Why nobody looked at a part to the end; empty if somebody did."""
        async with self._slots:
            if self._run.stop.reason is not None:
                return english(
                    "the review was stopped before it ({reason})", reason=self._run.stop.reason
                )
            if (spent := spent_budget(self._run.spending, self._limits)) is not None:
                self._spent = spent
                return spent
            request = request_for(self._scope.task, part)
            request = RunRequest(
                request.task,
                request.agent,
                ConfirmMode.YOLO,
                attachments=request.attachments,
                title=_title(number, self._scope.parts),
            )
            try:
                child = await self._run.open_child(
                    request, self._run, CallId(f"review-{number + 1}")
                )
                state = await self._run.stop.guard(child.go())
            except UserError as error:
                return str(error)
            except StoppedError:
                return english(
                    "the review was stopped during it ({reason})", reason=self._run.stop.reason
                )
            return _why_not(state)

    def _ending(self, reasons: Sequence[str]) -> Ending:
        run, parts = self._run, len(reasons)
        missed = [reason for reason in reasons if reason]
        output = _told(run.state.findings, parts - len(missed), parts)
        if run.stop.reason is not None:
            return Ending(run.stop.reason, output)
        if not missed:
            return Ending(StopReason.LLM_DONE, output)
        if self._spent is not None:
            hit = SafetyNetHit(reason=StopReason.BUDGET_EXCEEDED, message=self._spent)
            run.emit(hit)
            return Ending(hit.reason, output)
        if len(missed) == parts:
            return Ending(StopReason.LLM_ERROR, output, RunError(ErrorKind.MODEL, missed[0]))
        return Ending(StopReason.LLM_DONE, output, is_verified=False)


def _covered(parts: Sequence[ReviewPart], reason: str) -> list[FileCoverage]:
    return [
        FileCoverage(place.path, place.lines, reason) for part in parts for place in part.places
    ]


def _why(ending: Ending) -> str:
    if ending.error is not None:
        return english("the reviewer failed: {why}", why=ending.error.message)
    return english(
        "the reviewer was stopped before it was done ({stop_reason})",
        stop_reason=ending.stop_reason,
    )


def _why_not(state: AgentState) -> str:
    if state.status is Status.FAILED:
        message = state.error.message if state.error is not None else english("no answer")
        return english("the reviewer failed: {why}", why=message)
    if state.stop_reason is not StopReason.LLM_DONE:
        return english(
            "the reviewer was stopped before it was done ({stop_reason})",
            stop_reason=state.stop_reason,
        )
    return ""


def _title(number: int, parts: Sequence[ReviewPart]) -> str:
    named = ", ".join(place.path for place in parts[number].places)
    short = named if len(named) <= _TITLE_CHARS else f"{named[:_TITLE_CHARS]}..."
    return f"Review part {number + 1} of {len(parts)}: {short}"


def _told(findings: Sequence[Finding], done: int, parts: int) -> str:
    found = counted(len(findings), "finding") if findings else english("No findings")
    return english(
        "Looked at {done} of {parts} parts. {found}.", done=done, parts=parts, found=found
    )
