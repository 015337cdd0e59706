"""What we ask the other end, and what becomes of it."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, cast

from architect.jsonrpc import json_rpc
from architect.jsonrpc.client import (
    ClientFault,
    ClientGoneError,
    ClientRefusedError,
    ClientTimeoutError,
)
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_rpc import Message


class OutgoingRequests:
    """Sends requests by `send` and hands each its answer, once; a late one is nobody's."""

    def __init__(self, send: Callable[[Message], None], dialect: Dialect) -> None:
        self._send = send
        self._dialect = dialect
        self._other_end = dialect.other_end
        self._ids = itertools.count(1)
        self._waiting: dict[float, asyncio.Future[Any]] = {}
        self.is_lost = False

    async def ask(self, method: str, params: Any, *, timeout_s: float) -> Any:
        """The answer of the other end, which is told if nobody waits for it any more.

        Raises:
            ClientFault: it refused, was too slow, or is gone.
            TypeError, ValueError: `params` are no JSON.
        """
        if self.is_lost:
            raise ClientGoneError(f"{self._other_end} is gone and cannot answer {method!r}")
        own_id = next(self._ids)
        answer = self._waiting[own_id] = asyncio.get_running_loop().create_future()
        try:
            self._send(json_rpc.request(own_id, method, params))
            async with asyncio.timeout(timeout_s):
                return await answer
        except TimeoutError as late:
            self._withdraw(own_id)
            reason = f"{self._other_end} did not answer {method!r} within {timeout_s:g} s"
            raise ClientTimeoutError(reason) from late
        except asyncio.CancelledError:
            self._withdraw(own_id)
            raise
        finally:
            del self._waiting[own_id]

    def answered(self, own_id: Any, result: Any, error: Any) -> None:
        """The other end answered; ids that nobody knows, or no longer, are nothing."""
        waiting = self._waiting.get(own_id) if isinstance(own_id, int | float) else None
        if waiting is None or waiting.done():
            return
        if error is None:
            waiting.set_result(result)
        else:
            waiting.set_exception(self._refused(error))

    def lose(self) -> None:
        """The other end is gone: nobody answers any more."""
        self.is_lost = True
        reason = f"{self._other_end} went away before it answered"
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ClientGoneError(reason))

    def _withdraw(self, own_id: int) -> None:
        if not self.is_lost:
            self._send(self._dialect.withdrawal(own_id))

    def _refused(self, error: Any) -> ClientFault:
        fields = cast(dict[str, Any], error) if isinstance(error, dict) else {}
        code, message = fields.get("code"), fields.get("message")
        return ClientRefusedError(
            code if isinstance(code, int) else json_rpc.INTERNAL_ERROR,
            message if isinstance(message, str) else f"{self._other_end} gave no reason",
            fields.get("data"),
        )
