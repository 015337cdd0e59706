"""What the server says it can do: the answer to `initialize`."""

from typing import Any

from architect import __version__
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.transport.server_interface import Registration

PROTOCOL = 1
"""Version of our own commands and messages, docs/protocol.md."""

CODE_ACTION_KINDS = [
    "quickfix",
    "refactor.rewrite.architect",
    "source.architect.review",
    "architect",
]
SCHEME = "architect"
INCREMENTAL = 2
"""TextDocumentSyncKind."""


def initialize_result(features: ClientFeatures, registration: Registration) -> dict[str, Any]:
    return {
        "capabilities": _capabilities(features, registration),
        "serverInfo": {"name": "architect", "version": __version__},
    }


def _capabilities(features: ClientFeatures, registration: Registration) -> dict[str, Any]:
    workspace: dict[str, Any] = {
        "workspaceFolders": {"supported": True, "changeNotifications": True}
    }
    if features.text_document_content:
        workspace["textDocumentContent"] = {"schemes": [SCHEME]}
    return {
        "positionEncoding": features.encoding,
        "textDocumentSync": {
            "openClose": True,
            "change": INCREMENTAL,
            "willSave": False,
            "willSaveWaitUntil": False,
            "save": {"includeText": False},
        },
        "executeCommandProvider": {"commands": list(registration.commands)},
        "codeActionProvider": {"codeActionKinds": CODE_ACTION_KINDS, "resolveProvider": False}
        if features.code_action_literals
        else True,
        "codeLensProvider": {"resolveProvider": False},
        "workspace": workspace,
        "experimental": {
            "architect": {
                "protocol": PROTOCOL,
                "server": __version__,
                "commands": list(registration.commands),
                "requests": list(registration.requests),
                "notifications": list(registration.notifications),
            }
        },
    }
