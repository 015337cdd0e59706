"""Keeping the mirror in step with what the editor says about documents."""

from typing import Any

from architect.lsp.documents.mirror import Mirror


class Documents:
    """Takes the notifications of `textDocument/`."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror

    def did_open(self, params: dict[str, Any]) -> None:
        item = params["textDocument"]
        self._mirror.opened(item["uri"], item["languageId"], item["version"], item["text"])

    def did_change(self, params: dict[str, Any]) -> None:
        document = params["textDocument"]
        self._mirror.changed(document["uri"], document["version"], params["contentChanges"])

    def did_save(self, params: dict[str, Any]) -> None:
        self._mirror.saved(params["textDocument"]["uri"], params.get("text"))

    def did_close(self, params: dict[str, Any]) -> None:
        self._mirror.closed(params["textDocument"]["uri"])
