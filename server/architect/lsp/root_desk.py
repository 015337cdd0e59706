"""What is kept for one workspace root while the daemon runs."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from architect.bootstrap.findings import open_findings
from architect.bootstrap.workspaces import disk_workspace
from architect.domain.errors import ArchitectError, PortFault
from architect.lsp.actions.diagnostics_publisher import DiagnosticsPublisher
from architect.lsp.actions.lens_refresher import LensRefresher
from architect.lsp.actions.shown_diagnostics import ShownDiagnostics
from architect.lsp.documents.mirror import Mirror, OpenDocument
from architect.lsp.documents.untitled import untitled_name
from architect.lsp.transport.faults import NOT_CONFIGURED, RequestFault
from architect.lsp.transport.peer import Peer
from architect.lsp.wire import ERROR
from architect.ports.workspace import Workspace
from architect.services.findings import FindingBoard

_PAUSE_S = 0.5
"""Findings that come within this time are written down together."""


@dataclass(frozen=True, slots=True)
class RootDesk:
    """The files on disk, the findings, and the task that writes them down."""

    root: Path
    disk: Workspace
    board: FindingBoard
    publisher: DiagnosticsPublisher
    keeping: asyncio.Task[None]

    def path_in(self, document: OpenDocument) -> str | None:
        """The path of a document as tools and findings call it; None if it is elsewhere."""
        if document.path is None:
            return untitled_name(document.uri) or None
        if not document.path.is_relative_to(self.root):
            return None
        return document.path.relative_to(self.root).as_posix()

    async def close(self) -> None:
        """Take back what is shown, and write down what is not yet, if that is still possible."""
        self.publisher.stop()
        self.keeping.cancel()
        with suppress(PortFault):
            await self.board.keep()


def open_root(
    root: Path,
    mirror: Mirror,
    peer: Peer,
    shown: ShownDiagnostics,
    *,
    refreshes_lenses: bool = False,
) -> RootDesk:
    """The desk of `root`; its findings are shown from now on.

    `refreshes_lenses` says that the editor asks for lenses again when it is told to.

    Raises:
        RequestFault: no run can work there.
    """
    try:
        disk = disk_workspace(root)
        board, problem = open_findings(disk.root)
    except ArchitectError as error:
        raise RequestFault(NOT_CONFIGURED, str(error)) from error

    def tell(fault: PortFault | str) -> None:
        peer.notify("window/logMessage", {"type": ERROR, "message": f"architect: {fault}"})

    if problem:
        tell(problem)
    if refreshes_lenses:
        board.listen(LensRefresher(peer).refresh)
    publisher = DiagnosticsPublisher(board, mirror, shown, root=disk.root)
    publisher.start()
    keeping = asyncio.create_task(board.keep_always(pause_s=_PAUSE_S, on_fault=tell))
    return RootDesk(disk.root, disk, board, publisher, keeping)
