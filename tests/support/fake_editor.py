"""An editor in this process: it keeps documents, tells the store about them and takes edits.

It is honest unless it is given another `on_edit`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.editor_text import offset_at

from architect.domain.files.uris import uri_of
from architect.domain.text.document import Document
from architect.domain.text.file_text import decode, encode
from architect.domain.text.positions import Encoding
from architect.jsonrpc.client import ClientTimeoutError
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.protocol.client_features import ClientFeatures, client_features

Json = dict[str, Any]


@dataclass
class Buffer:
    """A document of the editor; `like` has the encoding of its file."""

    uri: str
    version: int
    text: str
    like: Document


class FakeEditor:
    """`requests` are all that was asked of it, `notifications` all it was told."""

    def __init__(
        self,
        *,
        encoding: Encoding = "utf-16",
        document_changes: bool = True,
        resource_operations: Sequence[str] = ("create", "rename", "delete"),
        architect: Json | None = None,
    ) -> None:
        self.encoding: Encoding = encoding
        self.documents = DocumentStore(encoding)
        self.features = _features(encoding, document_changes, resource_operations, architect)
        self.buffers: dict[str, Buffer] = {}
        self.requests: list[tuple[str, Any]] = []
        self.notifications: list[tuple[str, Any]] = []
        self.on_edit: Callable[[Json], Awaitable[Any]] = self.apply
        self.on_request: dict[str, Callable[[Any], Awaitable[Any]]] = {
            "workspace/applyEdit": lambda params: self.on_edit(params["edit"])
        }

    @property
    def edits(self) -> list[Json]:
        return [params["edit"] for method, params in self.requests if method.endswith("applyEdit")]

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, with `text` instead of its own if there is one."""
        like = decode(path.read_bytes()) if path.exists() else Document("")
        return self.open_uri(uri_of(path), like.text if text is None else text, like)

    def open_uri(self, uri: str, text: str, like: Document | None = None) -> str:
        self.buffers[uri] = Buffer(uri, 1, text, like or Document(""))
        self.documents.opened(uri, "plaintext", 1, text)
        return uri

    def close(self, uri: str) -> None:
        del self.buffers[uri]
        self.documents.closed(uri)

    def text(self, path: Path) -> str:
        return self.buffers[uri_of(path)].text

    def content(self, path: Path) -> bytes | None:
        """The bytes that saving everything would leave at `path`; None for no file."""
        buffer = self.buffers.get(uri_of(path))
        if buffer is None:
            return path.read_bytes() if path.is_file() else None
        like = buffer.like
        return encode(Document(buffer.text, like.encoding, bom=like.bom))

    def save(self, path: Path) -> None:
        content = self.content(path)
        assert content is not None
        path.write_bytes(content)
        self.documents.saved(uri_of(path), None)

    def type(self, uri: str, text: str) -> None:
        """The user makes the text of a document another one."""
        self.tell(uri, [{"text": text}], text)

    def tell(self, uri: str, changes: list[Json], text: str) -> None:
        buffer = self.buffers[uri]
        buffer.text = text
        buffer.version += 1
        self.documents.changed(uri, buffer.version, changes)

    def notify(self, method: str, params: Any) -> None:
        self.notifications.append((method, params))

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        self.requests.append((method, params))
        try:
            async with asyncio.timeout(timeout_s):
                return await self.on_request[method](params)
        except TimeoutError as error:
            raise ClientTimeoutError(f"no answer to {method} within {timeout_s:g} s") from error

    async def apply(self, edit: Json) -> Json:
        """Apply an edit as the protocol says: only to the version it is for, and wholly."""
        for change in edit.get("documentChanges", ()):
            if change.get("kind") == "delete":
                self._delete(change["uri"])
            elif change["textDocument"]["version"] != self._buffer(change).version:
                return {"applied": False, "failureReason": "the document has changed"}
            else:
                self.make(self._buffer(change), change["edits"])
        for uri, edits in edit.get("changes", {}).items():
            self.make(self.buffers[uri], edits)
        return {"applied": True}

    def _buffer(self, change: Json) -> Buffer:
        return self.buffers[change["textDocument"]["uri"]]

    def make(self, buffer: Buffer, edits: list[Json]) -> None:
        """Make edits, whatever their version, and tell the store each as it was made."""
        self.tell(buffer.uri, *self.made(buffer.text, edits))

    def made(self, text: str, edits: list[Json]) -> tuple[list[Json], str]:
        """The changes from the last to the first, so that they can be made one after the other."""
        changes: list[Json] = []
        for edit in reversed(edits):
            start, end = (
                offset_at(text, edit["range"][side], self.encoding) for side in ("start", "end")
            )
            text = text[:start] + edit["newText"] + text[end:]
            changes.append({"range": edit["range"], "text": edit["newText"]})
        return changes, text

    def _delete(self, uri: str) -> None:
        path = self.documents.get(uri)
        assert path is not None
        assert path.path is not None
        path.path.unlink()
        self.close(uri)


def _features(
    encoding: Encoding,
    document_changes: bool,
    resource_operations: Sequence[str],
    architect: Json | None,
) -> ClientFeatures:
    workspace_edit = {
        "documentChanges": document_changes,
        "resourceOperations": list(resource_operations),
    }
    return client_features(
        {
            "capabilities": {
                "general": {"positionEncodings": [encoding]},
                "workspace": {"applyEdit": True, "workspaceEdit": workspace_edit},
                "window": {"showMessage": {"messageActionItem": {}}},
            },
            "initializationOptions": {"architect": architect} if architect else {},
        }
    )
