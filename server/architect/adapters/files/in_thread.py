"""Long work on files beside the event loop."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

IsStopped = Callable[[], bool]
"""Whether nobody waits for the work any more; asked every few milliseconds."""


async def in_thread(work: Callable[[IsStopped], _T]) -> _T:
    """The result of `work`, done in a thread that ends soon after a cancellation."""
    stop = threading.Event()
    try:
        return await asyncio.to_thread(work, stop.is_set)
    finally:
        stop.set()
