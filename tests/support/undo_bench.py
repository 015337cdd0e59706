"""A session whose runs change files, and whose runs are undone.

bench = UndoBench({"a.py": b"x = 1\n"})
bench.edit("a.py", b"x = 2\n")
report = bench.undo()
"""

import asyncio
from collections.abc import Mapping, Sequence

from tests.support.rig import SESSION, started_event

from architect.domain.errors import FileMissingError
from architect.domain.ids import CallId, RunId
from architect.domain.journal.events import Event, Record
from architect.domain.journal.run_events import RunFinished
from architect.domain.outcome import Status, StopReason
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.file_text import decode
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.record.journaled_workspace import JournaledWorkspace
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace
from architect.services.run_diff import RunDiff, run_diff
from architect.services.undo import undo_run
from architect.services.user_runs import UndoParts, UndoReport
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_originals import MemoryOriginals
from architect.testing.memory_workspace import MemoryWorkspace


class UndoBench:
    """Files, the journal of one session, and the run that is going on in it."""

    def __init__(
        self,
        files: Mapping[str, bytes] | None = None,
        *,
        memory: MemoryWorkspace | None = None,
        workspace: Workspace | None = None,
        originals: Originals | None = None,
        journal: MemoryJournal | None = None,
    ) -> None:
        self.memory = memory or MemoryWorkspace(files)
        self.workspace = workspace or self.memory
        self.originals = originals or MemoryOriginals()
        self.journal = journal or MemoryJournal()
        self.clock = FrozenClock()
        self.runs = 0
        self.calls = 0
        self.begin()

    @property
    def files(self) -> dict[str, bytes]:
        return self.memory.files

    @property
    def records(self) -> Sequence[Record]:
        return self.journal.records

    def events(self, run: int) -> list[Event]:
        return [each.event for each in self.records if each.run_id == self.run_id(run)]

    def run_id(self, run: int) -> RunId:
        return RunId(f"{SESSION}.{run}")

    def begin(self) -> None:
        """Begin another run."""
        self.recorder = self._next_recorder()
        self.recorder.emit(started_event())

    def finish(self) -> None:
        self.recorder.emit(
            RunFinished(
                status=Status.SUCCESS,
                stop_reason=StopReason.LLM_DONE,
                output="",
                error=None,
                duration_s=1.0,
            )
        )

    def edit(self, path: str, content: bytes | None, *, call: str = "") -> None:
        """Change the file as a tool does; None deletes it."""
        asyncio.run(self._edit(path, content, call))

    async def _edit(self, path: str, content: bytes | None, call: str) -> None:
        self.calls += 1
        place = self.workspace.locate(path, Access.WRITE)
        try:
            before = await self.workspace.read(place)
        except FileMissingError:
            before = None
        after = None if content is None else decode(content)
        call_id = CallId(call or f"c{self.calls}")
        journaled = JournaledWorkspace(
            self.workspace, call_id=call_id, emit=self.recorder.emit, originals=self.originals
        )
        await journaled.apply(change_of(place, before, after))

    def undo(self, run: int = 1, *, paths: Sequence[str] | None = None) -> UndoReport:
        return asyncio.run(self.aundo(run, paths=paths))

    async def aundo(self, run: int = 1, *, paths: Sequence[str] | None = None) -> UndoReport:
        parts = self.parts()
        report = await undo_run(self.run_id(run), tuple(self.records), parts, paths=paths)
        self.runs -= report.run_id is None
        return report

    def parts(self) -> UndoParts:
        """What another run works with."""
        return UndoParts(self.workspace, self.originals, self._next_recorder(), self.clock)

    def diff(self, run: int = 1) -> str:
        return self.changes(run).patch

    def changes(self, run: int = 1) -> RunDiff:
        return asyncio.run(
            run_diff(
                self.run_id(run),
                tuple(self.records),
                workspace=self.workspace,
                originals=self.originals,
            )
        )

    def _next_recorder(self) -> EventRecorder:
        self.runs += 1
        return EventRecorder(
            self.run_id(self.runs), journal=self.journal, sinks=(), clock=self.clock
        )
