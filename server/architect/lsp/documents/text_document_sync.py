"""Keeping the store of documents in step with what the editor says."""

from typing import Any

from architect.lsp.documents.document_store import DocumentStore


class TextDocumentSync:
    """Takes the notifications of `textDocument/`."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents

    def did_open(self, params: dict[str, Any]) -> None:
        item = params["textDocument"]
        self._documents.opened(item["uri"], item["languageId"], item["version"], item["text"])

    def did_change(self, params: dict[str, Any]) -> None:
        document = params["textDocument"]
        self._documents.changed(document["uri"], document["version"], params["contentChanges"])

    def did_save(self, params: dict[str, Any]) -> None:
        self._documents.saved(params["textDocument"]["uri"], params.get("text"))

    def did_close(self, params: dict[str, Any]) -> None:
        self._documents.closed(params["textDocument"]["uri"])
