"""What a run does to the findings of its root."""

import asyncio
from collections.abc import Collection
from contextlib import suppress

from architect.domain.errors import PortFault, ToolFault
from architect.domain.ids import FindingId
from architect.domain.journal.call_events import FindingReported
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.check_events import WorkReviewed
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunFinished
from architect.domain.outcome import Status
from architect.domain.paths import Access
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection


class FindingSink:
    """A sink that keeps the findings of a folder in step with one run.

    `reviewed` is the file that the run reviews as a whole, if it does: what earlier reviews found
    there and this one did not is gone. `fixes` are those that the run is to fix: if it completes
    and has changed files, they are gone. So are those that a review of its changes finds fixed.
    Findings in files that the run writes find their lines again, and those in files that it deletes
    are gone; for open documents the publisher of diagnostics sees to the lines, too.
    """

    def __init__(
        self,
        findings: FindingCollection,
        workspace: Workspace,
        *,
        reviewed: str | None = None,
        fixes: Collection[FindingId] = (),
    ) -> None:
        self._findings = findings
        self._workspace = workspace
        self._reviewed = reviewed
        self._fixes = fixes
        self._has_changes = False
        self._looking: set[asyncio.Task[None]] = set()

    def show(self, record: Record) -> None:
        self._has_changes = self._has_changes or isinstance(record.event, FileChanged)
        match record.event:
            case FindingReported(finding=finding):
                self._findings.add(finding)
            case WorkReviewed(fixed=fixed) if fixed:
                self._findings.fixed(fixed, by_run=record.run_id)
            case FileChanged(path=path, kind="deleted"):
                self._findings.clear(path)
            case FileChanged(path=path) if self._findings.all(path):
                task = asyncio.create_task(look_again(self._findings, self._workspace, path))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)
            case RunFinished(status=Status.SUCCESS) if self._reviewed is not None:
                self._findings.supersede(self._reviewed, by_run=record.run_id)
            case RunFinished(status=Status.SUCCESS) if self._has_changes and self._fixes:
                self._findings.fixed(self._fixes, by_run=record.run_id)
            case _:
                pass


async def look_again(findings: FindingCollection, workspace: Workspace, path: str) -> None:
    """Find the lines again of what was found in a file that was written."""
    with suppress(ToolFault, PortFault):  # no longer there, or no longer text
        snapshot = await workspace.read(workspace.locate(path, Access.READ))
        findings.text_seen(path, snapshot.document.text)
