"""The files of a session as they were behind its steps, read from its journal."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from architect.domain.ids import CallId, RunId
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.run_events import RunStarted, StepStarted
from architect.frozen import frozen


@frozen
class Content:
    """What a file held, by its SHA-256; `executable` is its execute bit, None if nobody said."""

    sha256: str
    executable: bool | None = None


@frozen(kw_only=True)
class FileState:
    """The files that a session ever changed, as they were behind a step of a run; 0 is before it.

    None is no file. `is_work` says that an agent worked in the run.
    """

    run_id: RunId
    step: int
    at: datetime
    files: Mapping[str, Content | None]
    is_work: bool


def file_states(records: Iterable[Record]) -> list[FileState]:
    """A state before each run that changed files, and one behind each of its steps that did."""
    return _Reading().read(records)


@frozen
class _Move:
    run_id: RunId
    step: int
    at: datetime
    path: str
    sha256: str | None
    executable: bool | None


class _Reading:
    """Goes through the records once; what was there at first is only known behind the last."""

    def __init__(self) -> None:
        self._first: dict[str, str | None] = {}
        self._first_bits: dict[str, bool] = {}
        self._moves: list[_Move] = []
        self._work: dict[RunId, bool] = {}
        self._steps: dict[RunId, int] = {}
        self._intended: dict[tuple[CallId, str], FileChangeIntended] = {}

    def read(self, records: Iterable[Record]) -> list[FileState]:
        for record in records:
            self._take(record)
        bits: dict[str, bool | None] = dict(self._first_bits)
        now = {path: _content(sha, bits.get(path)) for path, sha in self._first.items()}
        states: list[FileState] = []
        for move in self._moves:
            if not states or states[-1].run_id != move.run_id:
                states.append(self._state(move, 0, now))
            if move.executable is not None:
                bits[move.path] = move.executable
            now[move.path] = _content(move.sha256, bits.get(move.path))
            if states[-1].step == move.step:
                states.pop()
            states.append(self._state(move, move.step, now))
        return states

    def _take(self, record: Record) -> None:
        event, run_id = record.event, record.run_id
        if isinstance(event, RunStarted):
            self._work[run_id] = is_work(event)
        elif isinstance(event, StepStarted):
            self._steps[run_id] = event.step
        elif isinstance(event, FileChangeIntended):
            self._intended[event.call_id, event.path] = event
        elif isinstance(event, FileChanged):
            intended = self._intended.pop((event.call_id, event.path), None)
            if intended is not None:
                self._change(record, intended)

    def _change(self, record: Record, intended: FileChangeIntended) -> None:
        path, bit = intended.path, intended.executable
        self._first.setdefault(path, intended.before_sha256)
        if bit is not None:
            self._first_bits.setdefault(path, not bit)
        # A run of the user's own has no steps.
        step = self._steps.get(record.run_id, 1)
        after = intended.after_sha256
        self._moves.append(_Move(record.run_id, step, record.at, path, after, bit))

    def _state(self, move: _Move, step: int, now: Mapping[str, Content | None]) -> FileState:
        return FileState(
            run_id=move.run_id,
            step=step,
            at=move.at,
            files=dict(now),
            is_work=self._work.get(move.run_id, False),
        )


def _content(sha256: str | None, executable: bool | None) -> Content | None:
    return None if sha256 is None else Content(sha256, executable)
