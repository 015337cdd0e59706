"""What is told of each other at the start.

https://agentclientprotocol.com/protocol/initialization
"""

from typing import Any

from architect import __version__
from architect.frozen import frozen
from architect.jsonrpc.handlers import Params

PROTOCOL_VERSION = 1

KEY_METHOD = "key"
"""How a client finds out whether there is a key; it never gets to see one."""

_CAPABILITIES: dict[str, Any] = {
    "loadSession": True,
    "promptCapabilities": {"image": True, "audio": False, "embeddedContext": True},
    "mcpCapabilities": {"http": True, "sse": True},
    "sessionCapabilities": {"list": {}, "resume": {}, "close": {}},
}


@frozen
class FileFeatures:
    """What the client offers for files."""

    reads: bool = False
    writes: bool = False


def file_features(params: Params) -> FileFeatures:
    """What the parameters of `initialize` say of files."""
    match params.get("clientCapabilities"):
        case {"fs": {**files}}:
            return FileFeatures(
                files.get("readTextFile") is True, files.get("writeTextFile") is True
            )
        case _:
            return FileFeatures()


def initialize_result() -> dict[str, Any]:
    """The answer to `initialize`."""
    return {
        "protocolVersion": PROTOCOL_VERSION,
        "agentCapabilities": _CAPABILITIES,
        "agentInfo": {"name": "architect", "title": "Architect", "version": __version__},
        "authMethods": [
            {
                "id": KEY_METHOD,
                "name": "Key of a provider",
                "description": "Keep a key with `architect login` in a terminal, or set its "
                "variable, such as ANTHROPIC_API_KEY, and start the editor from there.",
            }
        ],
    }
