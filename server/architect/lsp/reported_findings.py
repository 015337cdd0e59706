"""What a run does to the findings of its root."""

import asyncio
from contextlib import suppress

from architect.domain.errors import PortFault, ToolFault
from architect.domain.events import FileChanged, FindingReported, Record, RunFinished
from architect.domain.outcome import Status
from architect.domain.paths import Access
from architect.ports.workspace import Workspace
from architect.services.findings import FindingBoard


class ReportedFindings:
    """A sink that keeps the board in step with one run.

    `reviewed` is the file that the run reviews as a whole, if it does: what earlier reviews found
    there and this one did not is gone. Findings in files that the run writes find their lines
    again; for open documents the publisher of diagnostics sees to that, too.
    """

    def __init__(
        self, board: FindingBoard, workspace: Workspace, *, reviewed: str | None = None
    ) -> None:
        self._board = board
        self._workspace = workspace
        self._reviewed = reviewed
        self._looking: set[asyncio.Task[None]] = set()

    def show(self, record: Record) -> None:
        match record.event:
            case FindingReported(finding=finding):
                self._board.add(finding)
            case FileChanged(path=path) if self._board.all(path):
                task = asyncio.create_task(self._look(path))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)
            case RunFinished(status=Status.SUCCESS) if self._reviewed is not None:
                self._board.supersede(self._reviewed, by_run=record.run_id)
            case _:
                pass

    async def _look(self, path: str) -> None:
        with suppress(ToolFault, PortFault):  # deleted, or no longer text
            snapshot = await self._workspace.read(self._workspace.locate(path, Access.READ))
            self._board.text_seen(path, snapshot.document.text)
