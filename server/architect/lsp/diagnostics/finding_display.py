"""The findings of all open folders, shown as diagnostics and lenses."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from architect.app.workspace_folder import WorkspaceFolder
from architect.jsonrpc.client import Client
from architect.lsp.diagnostics.lens_refresher import LensRefresher
from architect.lsp.diagnostics.publisher import DiagnosticsPublisher
from architect.lsp.diagnostics.shown import ShownDiagnostics
from architect.lsp.documents.document_store import DocumentStore, OpenDocument

_LOOK_EVERY_S = 2.0
"""For what the command line and other editors did; nothing tells when."""


class FindingDisplay:
    """Publishes what is found in a folder from the moment it is open, whoever found it.

    `refreshes_lenses` says that the editor asks for lenses again when it is told to.
    """

    def __init__(self, client: Client, documents: DocumentStore, *, refreshes_lenses: bool) -> None:
        self._client = client
        self._documents = documents
        self._refreshes_lenses = refreshes_lenses
        self._shown = ShownDiagnostics(client)
        self._publishers: dict[Path, DiagnosticsPublisher] = {}

    def show(self, folder: WorkspaceFolder) -> Callable[[], None]:
        """Show the findings of `folder`; what is returned takes them back."""
        if self._refreshes_lenses:
            folder.findings.listen(LensRefresher(self._client).refresh)
        publisher = DiagnosticsPublisher(
            folder.findings, self._documents, self._shown, root=folder.root
        )
        self._publishers[folder.root] = publisher
        publisher.start()
        folder.findings.open_text = publisher.open_text
        looking = asyncio.create_task(_look(folder))

        def stop() -> None:
            looking.cancel()
            publisher.stop()

        return stop

    def document(self, folder: WorkspaceFolder, path: str) -> OpenDocument | None:
        """The open document that findings of that path are in."""
        return self._publishers[folder.root].document(path)


async def _look(folder: WorkspaceFolder) -> None:
    while True:
        await asyncio.sleep(_LOOK_EVERY_S)
        await folder.catch_up()
