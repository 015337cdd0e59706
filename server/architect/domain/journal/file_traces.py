"""What a run did to each file, read from its journal."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from architect.domain.files.tree_changes import MOVED_BY_GIT
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.change_events import (
    ChangesNotRecorded,
    FileChanged,
    FileChangeIntended,
)
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.unanswered import CUT_OFF
from architect.frozen import frozen

UNDO_AGENT = "undo"
"""The agent of a run that takes another one back."""

KEEP_AGENT = "keep"
"""The agent of a run in which the user keeps what another one changed or proposed."""

_UNDO_TASK = "undo "
_UNDO_HUNKS_TASK = "undo hunks of "
_KEEP_TASK = "keep "


class Made(StrEnum):
    """Whether an intended change was made: `OPEN` if a crash came before anybody could know."""

    YES = "yes"
    REFUSED = "refused"
    OPEN = "open"


@frozen
class Span:
    """From one content of a file to another, by their SHA-256; None where there was no file.

    `executable` is what became of the execute bit, None if it stayed.
    """

    before: str | None
    after: str | None
    made: Made = Made.YES
    executable: bool | None = None


@frozen
class FileTrace:
    """The spans of one file, oldest first; what somebody else changed lies between them.

    `by_command` says that no tool changed it, but commands did; `is_undone`, that a later run took
    them back. `attempts` are the contents that such runs meant to leave in the file, whether they
    got there or not.
    """

    path: str
    spans: tuple[Span, ...]
    is_undone: bool = False
    attempts: frozenset[str] = frozenset()
    by_command: bool = False


def undo_task(run_id: RunId) -> str:
    """The task of the run that takes `run_id` back."""
    return _UNDO_TASK + run_id


def undo_hunks_task(run_id: RunId) -> str:
    """The task of the run that undoes some hunks of `run_id`."""
    return _UNDO_HUNKS_TASK + run_id


def keep_task(run_id: RunId) -> str:
    """The task of the run in which the user keeps what `run_id` changed or proposed."""
    return _KEEP_TASK + run_id


def is_work(started: RunStarted) -> bool:
    """Whether an agent works in the run, and not the user on what another one did."""
    return started.agent not in (UNDO_AGENT, KEEP_AGENT)


def lost_changes(records: Iterable[Record], run_id: RunId) -> Iterator[ChangesNotRecorded]:
    """What commands of the run changed that neither we nor a commit of git can bring back."""
    for record in records:
        match record.event:
            case ChangesNotRecorded(reason=reason, count=count) as event if record.run_id == run_id:
                if count and reason != MOVED_BY_GIT:
                    yield event
            case _:
                pass


def file_traces(
    records: Sequence[Record], run_id: RunId, *, place: Callable[[str], str] = str
) -> tuple[FileTrace, ...]:
    """The files that the run changed, the one changed last first.

    `records` are those of the whole session. `place` gives the same for two names of one file.
    """
    undone, attempts = _undone(records, place)
    traces = [
        FileTrace(
            steps[-1].path,
            tuple(_spans(steps)),
            undone.get((run_id, where), False),
            frozenset(attempts.get((run_id, where), ())),
            all(step.by_command for step in steps),
        )
        for where, steps in _steps(records, run_id, place).items()
    ]
    return tuple(trace for trace in traces if trace.spans)


@frozen
class _Step:
    path: str
    call_id: CallId
    span: Span
    by_command: bool


def _steps(
    records: Iterable[Record], run_id: RunId, place: Callable[[str], str]
) -> dict[str, list[_Step]]:
    """Every intended change of the run by its file, that of the last change first."""
    steps: dict[str, list[_Step]] = {}
    for record in records:
        if record.run_id != run_id:
            continue
        match record.event:
            case FileChangeIntended() as event:
                where = place(event.path)
                before, after = event.before_sha256, event.after_sha256
                span = Span(before, after, Made.OPEN, event.executable)
                step = _Step(event.path, event.call_id, span, event.by_command)
                steps[where] = [*steps.pop(where, []), step]
            case FileChanged() as event if place(event.path) in steps:
                _settle(steps[place(event.path)], event.call_id, Made.YES)
            case ToolFinished() as event if event.error != CUT_OFF:
                for of_file in steps.values():
                    _settle(of_file, event.call_id, Made.REFUSED)
            case _:
                pass
    found = ((where, [*filter(_counts, of_file)]) for where, of_file in reversed(steps.items()))
    return {where: of_file for where, of_file in found if of_file}


def _counts(step: _Step) -> bool:
    """Whether something may have happened: what a command did is on record once it has ended."""
    return not (step.by_command and step.span.made is Made.REFUSED)


def _settle(steps: list[_Step], call_id: CallId, made: Made) -> None:
    """What became of the last change that the call intended, if that is not known yet."""
    last = steps[-1]
    if last.call_id == call_id and last.span.made is Made.OPEN:
        steps[-1] = replace(last, span=replace(last.span, made=made))


def _spans(steps: Sequence[_Step]) -> Iterator[Span]:
    """The changes of one file, those that follow each other without a gap made one."""
    current: Span | None = None
    for span in _credible([step.span for step in steps]):
        if current is None:
            current = span
        elif current.after == span.before and span.made is Made.YES:
            bit = _bit_of_both(current.executable, span.executable)
            current = replace(current, after=span.after, executable=bit)
        else:
            yield from _without_nothing(current)
            current = span
    if current is not None:
        yield from _without_nothing(current)


def _credible(spans: Sequence[Span]) -> Iterator[Span]:
    """Without the changes that were not made; the next one shows what its file really was."""
    for number, span in enumerate(spans):
        if number + 1 == len(spans) or span.made is Made.YES:
            yield span
        elif spans[number + 1].before == span.after:
            yield replace(span, made=Made.YES)


def _without_nothing(span: Span) -> Iterator[Span]:
    if span.before != span.after or span.executable is not None:
        yield span


def _bit_of_both(first: bool | None, second: bool | None) -> bool | None:
    """What two changes together make of the execute bit: nothing if one takes the other back."""
    if first is None or second is None:
        return second if first is None else first
    return second if first == second else None


_Key = tuple[RunId, str]


def undone_files(
    records: Sequence[Record], *, place: Callable[[str], str] = str
) -> Mapping[tuple[RunId, str], bool]:
    """Whether what that run did to the file at that place was undone; those that never were
    may be missing.
    """
    return _undone(records, place)[0]


def undone_runs(records: Iterable[Record]) -> frozenset[RunId]:
    """The runs that others undid, whichever files they changed; whoever undoes an undo
    brings back what that one took.
    """
    taken: dict[RunId, bool] = {}
    targets: dict[RunId, RunId] = {}
    for record in records:
        if isinstance(record.event, RunStarted) and (target := record.event.undoes):
            targets[record.run_id] = target
            is_taken, run = True, target
            while run is not None:
                taken[run] = is_taken
                is_taken, run = not is_taken, targets.get(run)
    return frozenset(run for run, is_taken in taken.items() if is_taken)


def _undone(
    records: Sequence[Record], place: Callable[[str], str]
) -> tuple[dict[_Key, bool], dict[_Key, set[str]]]:
    """Which files of which runs are undone, and to what somebody tried to undo them.

    Whoever undoes an undo brings back what that one took.
    """
    undone: dict[_Key, bool] = {}
    attempts: dict[_Key, set[str]] = {}
    targets: dict[RunId, RunId] = {}
    for record in records:
        match record.event:
            case RunStarted(undoes=str(target)):
                targets[record.run_id] = RunId(target)
            case FileChangeIntended(path=path, after_sha256=str(after)):
                if (target := targets.get(record.run_id)) is not None:
                    attempts.setdefault((target, place(path)), set()).add(after)
            case FileChanged(path=path):
                is_undone, run = True, targets.get(record.run_id)
                while run is not None:
                    undone[run, place(path)] = is_undone
                    if not is_undone:
                        attempts.pop((run, place(path)), None)
                    is_undone, run = not is_undone, targets.get(run)
            case _:
                pass
    return undone, attempts
