"""The server that does nothing but keep the documents and show them; run as a program.

Texts go out as numbers of characters, since JSON in UTF-8 cannot carry a lone surrogate.
"""

import sys
from collections.abc import Mapping

from architect.bootstrap.runtime import crash_log
from architect.jsonrpc.handlers import NotificationHandler, Params, RequestHandler
from architect.jsonrpc.stdio import take_standard_streams
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.documents.line_ends import line_ends_of
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.transport.serve import serve
from architect.lsp.transport.server_interface import (
    CommandHandler,
    Connection,
    OpenServer,
    Registration,
)


class MirrorFace:
    commands: Mapping[str, CommandHandler]

    def __init__(self, _: Params, features: ClientFeatures, __: Connection) -> None:
        self._documents = DocumentStore(features.encoding, line_ends=line_ends_of(features.name))
        self.commands = {}

    @property
    def requests(self) -> Mapping[str, RequestHandler]:
        return {"test/documents": self._show}

    @property
    def notifications(self) -> Mapping[str, NotificationHandler]:
        return {"textDocument/didOpen": self._opened, "textDocument/didChange": self._changed}

    async def shutdown(self) -> None:
        pass

    def _opened(self, params: Params) -> None:
        item = params["textDocument"]
        self._documents.opened(item["uri"], item["languageId"], item["version"], item["text"])

    def _changed(self, params: Params) -> None:
        document = params["textDocument"]
        self._documents.changed(document["uri"], document["version"], params["contentChanges"])

    def _show(self, params: Params) -> list[int] | None:
        document = self._documents.get(params["uri"])
        return None if document is None else [ord(character) for character in document.text]


def load() -> OpenServer:
    return MirrorFace


if __name__ == "__main__":
    sys.exit(serve(take_standard_streams(), Registration(commands=()), load, crash_log=crash_log))
