"""Telling the editor that hunks may have changed."""

from architect.app.hunk_cache import HunkCache
from architect.domain.text.text_changes import TextChange
from architect.jsonrpc.client import Client
from architect.lsp.diagnostics.lens_refresher import LensRefresher
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.protocol.client_features import ClientFeatures


class HunkNotices:
    """An editor with the feature `hunks` is told where; others are asked to fetch lenses again."""

    def __init__(self, client: Client, features: ClientFeatures) -> None:
        self._client = client
        self._tells = features.rich is not None and features.rich.hunks
        self._lenses = LensRefresher(client) if features.lens_refresh else None

    @property
    def shows_lenses(self) -> bool:
        """Whether the editor leaves it to us to show hunks."""
        return not self._tells

    def changed(self, uris: list[str]) -> None:
        if self._tells:
            self._client.notify("architect/hunks/changed", {"uris": uris})
        elif self._lenses is not None:
            self._lenses.refresh()


def follow_documents(documents: DocumentStore, hunks: HunkCache) -> None:
    """Let `hunks` know of every change of an open document."""

    def moved(
        before: OpenDocument | None, now: OpenDocument | None, _: tuple[TextChange, ...]
    ) -> None:
        document = now or before
        if document is None or document.path is None:
            return
        tell = hunks.opened if before is None else hunks.moved
        tell(document.path, document.uri)

    documents.listen(moved)
