import asyncio
import threading

import pytest

from architect.adapters.process.daemon_thread import in_daemon_thread
from architect.domain.errors import UserError

WITHIN_S = 30.0


def test_what_the_work_returns_comes_back_from_a_daemon() -> None:
    assert asyncio.run(in_daemon_thread(lambda: threading.current_thread().daemon)) is True


def test_what_the_work_raises_is_raised() -> None:
    def fail() -> None:
        raise UserError("no")

    with pytest.raises(UserError, match="no"):
        asyncio.run(in_daemon_thread(fail))


def test_cancelling_waits_neither_for_the_work_nor_at_the_end_of_the_loop() -> None:
    started, release, done = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        release.wait(WITHIN_S)
        done.set()

    async def cancel() -> None:
        waiting = asyncio.create_task(in_daemon_thread(work))
        await asyncio.to_thread(started.wait, WITHIN_S)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(cancel())
    assert not done.is_set()
    release.set()
    assert done.wait(WITHIN_S)
