"""Asking the person at the editor by a message with buttons."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from architect.lsp.transport.client_features import ClientFeatures
from architect.lsp.transport.peer import Peer, PeerFault

Ask = Callable[[str, Sequence[str]], Coroutine[Any, Any, str | None]]
"""Shows a message with buttons; the one that was pressed, None if nobody answered."""

_PATIENCE_S = 600.0
_WARNING = 2
"""`MessageType` of LSP 3.17."""


def message_box(peer: Peer, features: ClientFeatures) -> Ask:
    """Asking by `window/showMessageRequest`."""

    async def ask(message: str, buttons: Sequence[str]) -> str | None:
        if not features.show_message_request:
            return None
        params = {
            "type": _WARNING,
            "message": message,
            "actions": [{"title": button} for button in buttons],
        }
        try:
            answer = await peer.request("window/showMessageRequest", params, timeout_s=_PATIENCE_S)
        except PeerFault:
            return None
        match answer:
            case {"title": str(title)} if title in buttons:
                return title
            case _:
                return None

    return ask
