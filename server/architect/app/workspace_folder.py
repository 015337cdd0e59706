"""What is kept for one workspace root while a front end has it open."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from architect.app.errors import CannotStartError
from architect.bootstrap.findings import open_findings
from architect.bootstrap.workspaces import disk_workspace
from architect.domain.errors import ArchitectError, PortFault
from architect.execution.record.write_log import MemoryWriteLog
from architect.frozen import frozen
from architect.ports.workspace import Workspace
from architect.ports.write_log import WriteLog
from architect.services.findings import FindingCollection

_PAUSE_S = 0.5
"""Findings that come within this time are written down together."""


@frozen
class WorkspaceFolder:
    """The files on disk, the findings, and the task that writes them down.

    `writes` is what runs write there, for those beside them to know.
    """

    root: Path
    disk: Workspace
    findings: FindingCollection
    keeping: asyncio.Task[None]
    writes: WriteLog = field(default_factory=MemoryWriteLog)

    async def catch_up(self) -> None:
        """Take over what other processes did to the findings, if that can be read."""
        with suppress(PortFault):
            await self.findings.catch_up()

    async def close(self) -> None:
        """Write down what is not yet, if that is still possible."""
        self.keeping.cancel()
        with suppress(PortFault):
            await self.findings.keep()


def open_folder(root: Path, *, on_fault: Callable[[PortFault | str], None]) -> WorkspaceFolder:
    """The folder `root`; `on_fault` is told what is wrong with its findings.

    Raises:
        CannotStartError: no run can work there.
    """
    try:
        disk = disk_workspace(root)
        findings, problem = open_findings(disk.root)
    except ArchitectError as error:
        raise CannotStartError(str(error)) from error
    if problem:
        on_fault(problem)
    keeping = asyncio.create_task(findings.keep_always(pause_s=_PAUSE_S, on_fault=on_fault))
    return WorkspaceFolder(disk.root, disk, findings, keeping)
