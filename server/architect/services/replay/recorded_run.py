"""A run as its journal has it, as far as it takes to play it again."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from architect.domain.errors import UserError
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import (
    ToolDecided,
    ToolFinished,
    ToolRequested,
    UserAsked,
)
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.check_events import (
    EvaluationFinished,
    GateRan,
    ReviewCovered,
    WorkReviewed,
)
from architect.domain.journal.events import Event, Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunFinished, RunStarted, RunTainted, StepStarted
from architect.domain.outcome import StopReason
from architect.domain.redaction import PLACEHOLDER
from architect.domain.run_request import RunRequest
from architect.domain.verdict import EditReview
from architect.frozen import frozen

_FROM_OUTSIDE = frozenset(
    {
        StopReason.USER_INTERRUPT,
        StopReason.TIMEOUT,
        StopReason.BUDGET_EXCEEDED,
        StopReason.LLM_ERROR,
        StopReason.INTERNAL_ERROR,
    }
)


@frozen
class RecordedRun:
    """The events of one run, in order, and the recorded runs that its calls opened."""

    run_id: RunId
    started: RunStarted
    events: tuple[Event, ...]
    children: tuple["RecordedRun", ...] = ()

    @property
    def replies(self) -> tuple[ModelReplied, ...]:
        return tuple(event for event in self.events if isinstance(event, ModelReplied))

    @property
    def folder(self) -> Path:
        return Path(self.started.workspace)

    @property
    def first_taints(self) -> tuple[str, ...]:
        """Where texts from outside came from that the run began with."""
        before = takewhile(lambda event: not isinstance(event, StepStarted), self.events)
        return tuple(event.source for event in before if isinstance(event, RunTainted))

    def moved_to(self, folder: Path) -> "RecordedRun":
        """The run with calls that mean `folder` where they meant its own."""
        # A folder whose name goes on is another one.
        old = re.compile(re.escape(json.dumps(str(self.folder))[1:-1]) + r"(?![\w.-])")
        new = json.dumps(str(folder))[1:-1]
        events = (_moved(event, old, new) for event in self.events)
        children = tuple(child.moved_to(folder) for child in self.children)
        return replace(self, events=tuple(events), children=children)

    @property
    def was_evaluated(self) -> bool:
        return any(isinstance(event, EvaluationFinished) for event in self.events)

    @property
    def was_reviewed(self) -> bool:
        return any(isinstance(event, WorkReviewed) for event in self.events)

    def request(self) -> RunRequest:
        """The run as it was asked for.

        Raises:
            UserError: it is none that can be played again.
        """
        if not self.replies and any(isinstance(each, ReviewCovered) for each in self.events):
            raise UserError(
                f"{self.run_id!r} is a review in parts, which has no replies of its own; "
                "replay one of its parts"
            )
        commands = {each.name: each.command for each in self.events if isinstance(each, GateRan)}
        started = self.started
        return RunRequest(
            started.task,
            started.agent,
            started.mode,
            max_steps=started.max_steps or None,
            dry_run=started.dry_run,
            edits=EditReview.CONFIRM,
            checks=tuple(
                commands[name] for name in started.required_gates if commands.get(name) == name
            ),
            title=started.title,
        )


def _moved(event: Event, old: re.Pattern[str], new: str) -> Event:
    if not isinstance(event, ModelReplied):
        return event
    moved = (old.sub(lambda _: new, call.arguments) for call in event.calls)
    calls = (
        replace(call, arguments=arguments)
        for call, arguments in zip(event.calls, moved, strict=True)
    )
    return replace(event, calls=tuple(calls))


def recorded_runs(
    records: Sequence[Record], children: Mapping[RunId, Sequence[Record]]
) -> list[RecordedRun]:
    """The runs of work in a session, oldest first; `children` are journals of runs below them.

    Raises:
        UserError: there is none.
    """
    runs: dict[RunId, list[Event]] = {}
    for record in records:
        runs.setdefault(record.run_id, []).append(record.event)
    found = [_run(run_id, events, children) for run_id, events in runs.items()]
    work = [run for run in found if run is not None and not run.started.only_compacts]
    if not work:
        raise UserError("there is no run of an agent in this journal")
    return work


def _run(
    run_id: RunId, events: Sequence[Event], children: Mapping[RunId, Sequence[Record]]
) -> RecordedRun | None:
    first = events[0]
    if not isinstance(first, RunStarted) or not is_work(first):
        return None
    below = [
        _run(child, [record.event for record in found], children)
        for child, found in sorted(children.items())
        if child.rpartition(".")[0] == run_id and found
    ]
    return RecordedRun(run_id, first, tuple(events), tuple(each for each in below if each))


def decisions(events: Sequence[Event]) -> dict[CallId, ToolDecided]:
    return {event.call_id: event for event in events if isinstance(event, ToolDecided)}


def results(events: Sequence[Event]) -> dict[CallId, ToolFinished]:
    return {event.call_id: event for event in events if isinstance(event, ToolFinished)}


def calls_with_secrets(events: Sequence[Event]) -> set[CallId]:
    """The calls whose arguments are not on record as they were made."""
    asked = (event for event in events if isinstance(event, ToolRequested))
    return {event.call_id for event in asked if PLACEHOLDER.search(event.arguments)}


def answers(events: Sequence[Event]) -> list[UserAsked]:
    return [event for event in events if isinstance(event, UserAsked)]


def changed_files(events: Sequence[Event]) -> dict[str, str | None]:
    """The SHA-256 of each file that the run changed, as it left it; None if it is gone."""
    known = {e.path for e in events if isinstance(e, FileChanged)}
    found = {e.path: e.after_sha256 for e in events if isinstance(e, FileChangeIntended)}
    return {path: digest for path, digest in found.items() if path in known}


def contents_before(records: Sequence[Record], run_id: RunId) -> dict[str, str | None]:
    """The SHA-256 of each file before the run, or one after it, first changed it."""
    found: dict[str, str | None] = {}
    has_begun = False
    for record in records:
        has_begun = has_begun or record.run_id == run_id
        if has_begun and isinstance(record.event, FileChangeIntended):
            found.setdefault(record.event.path, record.event.before_sha256)
    return found


def was_cut_off(events: Sequence[Event]) -> bool:
    """Whether something from outside ended the run, which does not happen again."""
    end = ending(events)
    return end is None or end.stop_reason in _FROM_OUTSIDE


def ending(events: Sequence[Event]) -> RunFinished | None:
    return next((event for event in reversed(events) if isinstance(event, RunFinished)), None)
