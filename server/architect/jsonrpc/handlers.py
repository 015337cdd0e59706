"""What answers messages: the shapes of handlers."""

from collections.abc import Awaitable, Callable
from typing import Any

Params = dict[str, Any]

RequestHandler = Callable[[Params], Any | Awaitable[Any]]
"""From the parameters (`{}` if there are none) to the result, a JSON value; may be async.

Each request is a task of its own, and is really cancelled. What it raises becomes an error answer.
"""

NotificationHandler = Callable[[Params], Awaitable[None] | None]
"""A plain function is done before the next message is looked at, so that their order is kept; of
async ones only the beginning keeps the order.
"""
