"""Shows the findings of a workspace root as diagnostics, and moves them with the documents."""

import os
from pathlib import Path
from typing import Any

from architect.domain.files.uris import uri_of
from architect.domain.text.text_changes import TextChange
from architect.frozen import frozen
from architect.lsp.diagnostics.diagnostics import diagnostics_of, remembered_diagnostics
from architect.lsp.diagnostics.shown import ShownDiagnostics
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.untitled import UNTITLED, untitled_document, untitled_name
from architect.services.findings import FindingCollection


@frozen
class _Sent:
    """What the editor was told last; `diagnostics` None if it may have forgotten."""

    uri: str
    diagnostics: list[dict[str, Any]] | None


class DiagnosticsPublisher:
    """Keeps findings, documents and editor in step, from `start` to `stop`.

    What was found in an untitled document is gone when that is closed.
    """

    def __init__(
        self,
        findings: FindingCollection,
        documents: DocumentStore,
        shown: ShownDiagnostics,
        *,
        root: Path,
    ) -> None:
        self._findings = findings
        self._documents = documents
        self._shown = shown
        self._root = root
        self._sent: dict[str, _Sent] = {}
        self._places: dict[str, Path] = {}
        self._stops = [findings.listen(self.publish), documents.listen(self._follow)]

    def start(self) -> None:
        """Find the lines again in what is open, and publish everything."""
        for path in self._findings.paths():
            if (document := self.document(path)) is not None:
                self._findings.text_seen(path, document.text)
            elif path.startswith(UNTITLED):
                self._findings.clear(path)
            self.publish(path)

    def stop(self) -> None:
        """Take everything back that was published, and follow nothing any more."""
        for stop in self._stops:
            stop()
        for sent in self._sent.values():
            self._send(sent.uri, [])
        self._stops, self._sent = [], {}

    def publish(self, path: str) -> None:
        """Tell the editor the diagnostics of a file, if they are not what it was told last."""
        uri, wanted = self._wanted(path)
        sent = self._sent.pop(path, None)
        if sent is not None and sent.uri != uri:
            self._send(sent.uri, [])
            sent = None
        if wanted or sent is not None:
            if sent is None or sent.diagnostics != wanted:
                self._send(uri, wanted)
            if wanted:
                self._sent[path] = _Sent(uri, wanted)

    def _wanted(self, path: str) -> tuple[str, list[dict[str, Any]]]:
        findings, document = self._findings.all(path), self.document(path)
        if document is None:
            shown = remembered_diagnostics(findings, self._documents.encoding)
            return uri_of(self._place(path)), shown
        return document.uri, diagnostics_of(findings, document.lines)

    def _follow(
        self,
        old: OpenDocument | None,
        new: OpenDocument | None,
        changes: tuple[TextChange, ...],
    ) -> None:
        document = new or old
        path = None if document is None else self._path(document)
        if path is None:
            return
        if new is None:
            if path.startswith(UNTITLED):
                self._findings.clear(path)
            self.publish(path)
        elif old is None:
            self._opened(path, new)
        elif changes:
            self._findings.text_changed(path, old.text, new.text)
            self.publish(path)

    def _opened(self, path: str, document: OpenDocument) -> None:
        """Some editors drop the diagnostics of a file when they open it."""
        if sent := self._sent.get(path):
            self._sent[path] = _Sent(sent.uri, None)
        self._findings.text_seen(path, document.text)
        self.publish(path)

    def document(self, path: str) -> OpenDocument | None:
        """The open document that findings of that path are in."""
        if path.startswith(UNTITLED):
            return untitled_document(self._documents, path)
        return self._documents.at(self._place(path))

    def open_text(self, path: str) -> str | None:
        """The text of the open document of that path, if there is one."""
        document = self.document(path)
        return None if document is None else document.text

    def _path(self, document: OpenDocument) -> str | None:
        """The path by which a document has findings, if it has any or is about to have none."""
        known = (*self._findings.paths(), *self._sent)
        if name := untitled_name(document.uri):
            return name if name in known else None
        return next((path for path in known if self._place(path) == document.path), None)

    def _place(self, path: str) -> Path:
        if path not in self._places:
            self._places[path] = Path(os.path.realpath(self._root / path))
        return self._places[path]

    def _send(self, uri: str, diagnostics: list[dict[str, Any]]) -> None:
        self._shown.show(uri, diagnostics, of=self._root)
