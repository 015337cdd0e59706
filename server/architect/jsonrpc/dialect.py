"""What protocols on JSON-RPC do differently when they send."""

from collections.abc import Callable
from typing import Any

from architect.frozen import frozen
from architect.jsonrpc.framing import Framing
from architect.jsonrpc.json_rpc import Message


@frozen(kw_only=True)
class Dialect:
    """How messages are framed and sent.

    `other_end` is what who reads an error calls it. `withdrawal` is the message that the answer to
    our request of that number is not waited for any more. `outgoing` gives the parameters of a
    method as they are sent: people may read them, and text of others must not steer what shows it.
    """

    framing: Framing
    other_end: str
    withdrawal: Callable[[int], Message]
    outgoing: Callable[[str, Any], Any]
