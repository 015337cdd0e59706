"""Asking the person at the editor by a message with buttons."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from architect.app.confirmations import ANSWER_S
from architect.jsonrpc.client import Client, ClientFault
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.to_json import WARNING

Ask = Callable[[str, Sequence[str]], Coroutine[Any, Any, str | None]]
"""Shows a message with buttons; the one that was pressed, None if nobody answered."""


def message_box(client: Client, features: ClientFeatures) -> Ask:
    """Asking by `window/showMessageRequest`."""

    async def ask(message: str, buttons: Sequence[str]) -> str | None:
        if not features.show_message_request:
            return None
        params = {
            "type": WARNING,
            "message": message,
            "actions": [{"title": button} for button in buttons],
        }
        try:
            answer = await client.request("window/showMessageRequest", params, timeout_s=ANSWER_S)
        except ClientFault:
            return None
        match answer:
            case {"title": str(title)} if title in buttons:
                return title
            case _:
                return None

    return ask
