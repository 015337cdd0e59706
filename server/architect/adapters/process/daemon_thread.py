"""Work in a thread that nobody waits for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_daemon_thread(work: Callable[[], T]) -> T:
    """What `work` returns or raises; cancelling leaves at once, and `work` goes on unheard.

    `asyncio.to_thread` is not for work of seconds that cannot be stopped: closing the event loop
    waits for its threads.
    """
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[T] = loop.create_future()

    def settle(give: Callable[[], None]) -> None:
        def unless_cancelled() -> None:
            if not outcome.done():
                give()

        # The loop may be closed by now.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(unless_cancelled)

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - raised again where the outcome is awaited
            kept = error
            settle(lambda: outcome.set_exception(kept))
        else:
            settle(lambda: outcome.set_result(result))

    threading.Thread(target=run, daemon=True).start()
    return await outcome
