"""What is told of each other at the start.

https://agentclientprotocol.com/protocol/initialization
"""

from typing import Any, cast

from architect import __version__
from architect.frozen import frozen
from architect.jsonrpc.handlers import Params
from architect.l10n import t

PROTOCOL_VERSION = 1

KEY_METHOD = "key"
"""How a client finds out whether there is a key; it never gets to see one."""

LOGIN_METHOD = "login"
"""The client starts `architect acp --login` in a terminal of its own."""

_CAPABILITIES: dict[str, Any] = {
    "loadSession": True,
    "promptCapabilities": {"image": True, "audio": False, "embeddedContext": True},
    "mcpCapabilities": {"http": True, "sse": True},
    "sessionCapabilities": {"list": {}, "resume": {}, "close": {}, "delete": {}},
}


@frozen
class ClientFeatures:
    """What the client offers: reading and writing of files, forms, notices, a terminal to log in.

    Files are written by it only if they are read by it, too: it has to be seen what it has open.
    `terminals`: it draws one for a command that runs here.
    """

    reads: bool = False
    writes: bool = False
    forms: bool = False
    notices: bool = False
    terminal_login: bool = False
    terminals: bool = False


def client_features(params: Params) -> ClientFeatures:
    """What the parameters of `initialize` say of the client."""
    told = params.get("clientCapabilities")
    reads = _part(told, "fs", "readTextFile") is True
    return ClientFeatures(
        reads=reads,
        writes=reads and _part(told, "fs", "writeTextFile") is True,
        forms=_part(told, "elicitation", "form") is not None,
        notices=_part(told, "session", "notices") is not None,
        terminal_login=_part(told, "auth", "terminal") is True,
        terminals=_part(told, "_meta", "terminal_output") is True,
    )


def initialize_result(features: ClientFeatures) -> dict[str, Any]:
    """The answer to `initialize`."""
    methods: list[dict[str, Any]] = [
        {
            "id": KEY_METHOD,
            "name": t("Key of a provider"),
            "description": t(
                "Keep a key with `architect login` in a terminal, or set its variable, such as "
                "ANTHROPIC_API_KEY, and start the editor from there."
            ),
        }
    ]
    if features.terminal_login:
        told = t("Keep the key of a provider in your keyring.")
        login = {"name": t("Log in"), "description": told}
        methods.append({"type": "terminal", "id": LOGIN_METHOD, "args": ["--login"], **login})
    return {
        "protocolVersion": PROTOCOL_VERSION,
        "agentCapabilities": _CAPABILITIES,
        "agentInfo": {"name": "architect", "title": "Architect", "version": __version__},
        "authMethods": methods,
    }


def _part(told: Any, *names: str) -> Any:
    """What is found under these names, one in the other; None if there is nothing."""
    for name in names:
        told = cast(dict[str, Any], told).get(name) if isinstance(told, dict) else None
    return told
