"""A run as its journal has it, as far as it takes to play it again.

A journal may be longer than what fits into memory: what is known of a run as a whole is gathered in
one pass, and its events are read again where they are needed, one after the other.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from architect.domain.errors import UserError
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import (
    FindingReported,
    ToolDecided,
    ToolFinished,
    ToolRequested,
    UserAsked,
)
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.check_events import (
    EvaluationFinished,
    GateRan,
    HealthMeasured,
    ReviewCovered,
    WorkReviewed,
)
from architect.domain.journal.checkpoint_events import CheckpointMade
from architect.domain.journal.events import Event, Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import (
    MemoryAdded,
    RunFinished,
    RunStarted,
    RunTainted,
    StepStarted,
    UserSaid,
)
from architect.domain.outcome import StopReason
from architect.domain.question_title import question_title
from architect.domain.redaction import PLACEHOLDER
from architect.domain.run_request import RunRequest
from architect.domain.verdict import EditReview
from architect.frozen import frozen
from architect.l10n import english

_FROM_OUTSIDE = frozenset(
    {
        StopReason.USER_INTERRUPT,
        StopReason.TIMEOUT,
        StopReason.BUDGET_EXCEEDED,
        StopReason.LLM_ERROR,
        StopReason.INTERNAL_ERROR,
    }
)


@dataclass(slots=True)
class RunFacts:
    """What the events of a run come to; it grows with files, checks and questions, not with steps.

    `denied` are reasons by the titles of questions. `changed` has the SHA-256 of each changed file
    as the run left it, None if it is gone; `hidden` are those that a call with a secret changed.
    `secret_calls` are calls whose arguments are not on record as they were made. `said` is what the
    user said while the run worked, each behind that many replies.
    """

    steps: int = 0
    replies: int = 0
    has_replies: bool = False
    is_evaluated: bool = False
    is_reviewed: bool = False
    is_in_parts: bool = False
    health: HealthMeasured | None = None
    taints: list[str] = field(default_factory=list[str])
    gates: dict[str, GateRan] = field(default_factory=dict[str, GateRan])
    denied: dict[str, str] = field(default_factory=dict[str, str])
    said: list[tuple[int, UserSaid]] = field(default_factory=list[tuple[int, UserSaid]])
    answers: list[str | None] = field(default_factory=list[str | None])
    changed: dict[str, str | None] = field(default_factory=dict[str, str | None])
    hidden: set[str] = field(default_factory=set[str])
    secret_calls: set[CallId] = field(default_factory=set[CallId])
    findings: set[str] = field(default_factory=set[str])
    checkpoints: list[CheckpointMade] = field(default_factory=list[CheckpointMade])
    end: RunFinished | None = None
    _intended: dict[str, str | None] = field(default_factory=dict[str, str | None])

    @property
    def is_cut_off(self) -> bool:
        """Whether something from outside ended the run, which does not happen again."""
        return self.end is None or self.end.stop_reason in _FROM_OUTSIDE

    @property
    def first_checkpoint(self) -> str:
        """The commit of the tree that the run began with; empty if there is none."""
        return next((each.commit for each in self.checkpoints if not each.step), "")

    def take(self, event: Event) -> None:
        match event:
            case StepStarted():
                self.steps = event.step
            case ModelReplied():
                self.has_replies = True
                self.replies += event.purpose == "step"
            case UserSaid():
                self.said.append((self.replies, event))
            case EvaluationFinished():
                self.is_evaluated = True
            case WorkReviewed():
                self.is_reviewed = True
            case HealthMeasured():
                self.health = event
            case ReviewCovered():
                self.is_in_parts = True
            case RunTainted() if not self.steps:
                self.taints.append(event.source)
            case GateRan():
                self.gates[event.name] = replace(event, output="")
            case CheckpointMade():
                self.checkpoints = [*self.checkpoints[:1], event]
            case RunFinished():
                self.end = event
            case _:
                self._take_of_call(event)

    def _take_of_call(self, event: Event) -> None:
        match event:
            case ToolRequested() if PLACEHOLDER.search(event.arguments):
                self.secret_calls.add(event.call_id)
            case ToolDecided() if not event.allowed:
                self.denied[question_title(event.name, event.summary)] = event.reason
            case UserAsked():
                self.answers.append(event.asked.answer)
            case FileChangeIntended():
                self._intended[event.path] = event.after_sha256
            case FileChanged():
                self._change(event)
            case FindingReported():
                found = event.finding
                self.findings.add(f"{found.path}:{found.line} {found.title}")
            case _:
                pass

    def _change(self, event: FileChanged) -> None:
        self.changed[event.path] = self._intended.pop(event.path, None)
        if event.call_id in self.secret_calls:
            self.hidden.add(event.path)


@frozen
class RecordedRun:
    """A run with what is known of it, and the recorded runs that its calls opened.

    `read` reads its events from the start, each time it is called.
    """

    run_id: RunId
    started: RunStarted
    facts: RunFacts
    read: Callable[[], Iterator[Event]]
    children: tuple["RecordedRun", ...] = ()

    @property
    def folder(self) -> Path:
        return Path(self.started.workspace)

    def moved_to(self, folder: Path) -> "RecordedRun":
        """The run with calls that mean `folder` where they meant its own."""
        # A folder whose name goes on is another one.
        old = re.compile(re.escape(json.dumps(str(self.folder))[1:-1]) + r"(?![\w.-])")
        new = json.dumps(str(folder))[1:-1]
        children = tuple(child.moved_to(folder) for child in self.children)
        read = self.read
        return replace(
            self, read=lambda: (_moved(event, old, new) for event in read()), children=children
        )

    def replies(self) -> Iterator[ModelReplied]:
        return (event for event in self.read() if isinstance(event, ModelReplied))

    def request(self) -> RunRequest:
        """The run as it was asked for.

        Raises:
            UserError: it is none that can be played again.
        """
        if not self.facts.has_replies and self.facts.is_in_parts:
            raise UserError(
                english(
                    "{run_id!r} is a review in parts, which has no replies of its own; replay one "
                    "of its parts",
                    run_id=self.run_id,
                )
            )
        started = self.started
        commands = {name: gate.command for name, gate in self.facts.gates.items()}
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
    calls = (replace(c, arguments=old.sub(lambda _: new, c.arguments)) for c in event.calls)
    return replace(event, calls=tuple(calls))


@frozen(kw_only=True)
class RecordedSession:
    """The runs of work in a journal, oldest first.

    `before` has the SHA-256 of each file before the first of them, or one after it, first changed
    it; None where there was none. `notes` were added to the memory.
    """

    runs: tuple[RecordedRun, ...]
    before: dict[str, str | None]
    notes: frozenset[str]


def recorded_session(
    read: Callable[[], Iterator[Record]], children: Iterable[Callable[[], Iterator[Record]]] = ()
) -> RecordedSession:
    """What a journal comes to; `children` are those of runs below its runs.

    Raises:
        UserError: there is no run of an agent in it.
    """
    before: dict[str, str | None] = {}
    notes: set[str] = set()
    started: dict[RunId, RunStarted] = {}
    facts: dict[RunId, RunFacts] = {}
    for record in read():
        _note(record, started, facts)
        if isinstance(record.event, FileChangeIntended):
            before.setdefault(record.event.path, record.event.before_sha256)
        elif isinstance(record.event, MemoryAdded):
            notes.add(record.event.text)
    below = [run for child in children for run in _runs_of(child)]
    runs = [
        RecordedRun(run_id, first, facts[run_id], _reading(read, run_id), _under(run_id, below))
        for run_id, first in started.items()
        if is_work(first) and not first.only_compacts
    ]
    if not runs:
        raise UserError(english("there is no run of an agent in this journal"))
    return RecordedSession(runs=tuple(runs), before=before, notes=frozenset(notes))


def _runs_of(read: Callable[[], Iterator[Record]]) -> list[RecordedRun]:
    """The runs of a journal of a run below another one, without those below it."""
    started: dict[RunId, RunStarted] = {}
    facts: dict[RunId, RunFacts] = {}
    for record in read():
        _note(record, started, facts)
    return [
        RecordedRun(run_id, first, facts[run_id], _reading(read, run_id))
        for run_id, first in started.items()
    ]


def _note(record: Record, started: dict[RunId, RunStarted], facts: dict[RunId, RunFacts]) -> None:
    if isinstance(record.event, RunStarted):
        started[record.run_id] = record.event
    facts.setdefault(record.run_id, RunFacts()).take(record.event)


def _reading(read: Callable[[], Iterator[Record]], run_id: RunId) -> Callable[[], Iterator[Event]]:
    return lambda: (record.event for record in read() if record.run_id == run_id)


def _under(run_id: RunId, below: Iterable[RecordedRun]) -> tuple[RecordedRun, ...]:
    found = sorted(
        (run for run in below if run.run_id.rpartition(".")[0] == run_id),
        key=lambda run: run.run_id,
    )
    return tuple(replace(run, children=_under(run.run_id, below)) for run in found)


def results_by_step(
    events: Iterable[Event],
) -> Iterator[tuple[int, list[tuple[ToolDecided | None, ToolFinished]]]]:
    """The calls of each step that has any, with what was decided about each."""
    step, found = 0, list[tuple[ToolDecided | None, ToolFinished]]()
    decided: dict[CallId, ToolDecided] = {}
    for event in events:
        if isinstance(event, ToolDecided):
            decided[event.call_id] = event
        elif isinstance(event, ToolFinished):
            if event.step != step and found:
                yield step, found
                found = []
            step = event.step
            found.append((decided.pop(event.call_id, None), event))
    if found:
        yield step, found
