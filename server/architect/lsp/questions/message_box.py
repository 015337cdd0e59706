"""Asking the person at the editor by a message with buttons."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from architect.app.confirmations import ANSWER_S
from architect.jsonrpc.client import Client, ClientFault
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.to_json import WARNING, as_object

Ask = Callable[[str, Sequence[str]], Coroutine[Any, Any, str | None]]
"""Shows a message with buttons; the one that was pressed, None if nobody answered."""


def message_box(client: Client, features: ClientFeatures) -> Ask:
    """Asking where the editor can be asked; nobody has answered if it fails to."""

    async def ask(message: str, buttons: Sequence[str]) -> str | None:
        if not features.show_message_request:
            return None
        try:
            return await pressed_button(client, message, buttons, timeout_s=ANSWER_S)
        except ClientFault:
            return None

    return ask


async def pressed_button(
    client: Client, message: str, buttons: Sequence[str], *, timeout_s: float
) -> str | None:
    """The button of `window/showMessageRequest` that was pressed; None if it was none of them.

    Raises:
        ClientFault: the editor does not answer in time, or refuses.
    """
    params = {
        "type": WARNING,
        "message": message,
        "actions": [{"title": button} for button in buttons],
    }
    answer = await client.request("window/showMessageRequest", params, timeout_s=timeout_s)
    title = as_object(answer).get("title")
    return title if title in buttons else None
