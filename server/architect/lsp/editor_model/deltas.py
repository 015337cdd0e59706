"""Pieces of replies that the editor sends ahead, on their way to the requests they belong to."""

import itertools
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from architect.frozen import frozen


@frozen
class Listener:
    """Who hears of an open request: its text, and that the editor asks its user first."""

    on_text: Callable[[str], None]
    on_wait: Callable[[], None]


class StreamDeltas:
    """Takes `architect/llm/delta`; what belongs to no open request is dropped."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._open: dict[str, Listener] = {}

    @contextmanager
    def request(self, listener: Listener) -> Generator[str]:
        """The id of a request that `listener` hears of while the block lasts."""
        request_id = f"llm-{next(self._numbers)}"
        self._open[request_id] = listener
        try:
            yield request_id
        finally:
            del self._open[request_id]

    def take(self, params: dict[str, Any]) -> None:
        listener = self._open.get(str(params.get("requestId")))
        if listener is None:
            return
        if params.get("waitsForUser") is True:
            listener.on_wait()
        elif isinstance(text := params.get("text"), str):
            listener.on_text(text)
