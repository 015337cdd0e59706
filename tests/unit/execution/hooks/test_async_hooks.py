import asyncio

import pytest

from architect.domain.errors import JournalFault
from architect.execution.hooks.async_hooks import AsyncHooks


def test_work_that_takes_too_long_is_ended_at_the_end() -> None:
    async def scenario() -> None:
        ended = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        beside = AsyncHooks()
        beside.start(work)
        await beside.finish(within_s=0.01)
        assert ended.is_set()

    asyncio.run(asyncio.wait_for(scenario(), 10))


def test_work_that_never_got_its_turn_leaves_nothing_behind() -> None:
    """Warnings are errors, so a coroutine that nobody awaited would show."""

    async def scenario() -> list[str]:
        begun: list[str] = []

        async def work() -> None:
            begun.append("work")

        beside = AsyncHooks()
        beside.start(work)
        await beside.aclose()
        return begun

    assert asyncio.run(scenario()) == []


def test_what_could_not_be_recorded_is_raised_when_all_has_ended() -> None:
    async def scenario() -> None:
        async def work() -> None:
            raise JournalFault("disk full")

        beside = AsyncHooks()
        beside.start(work)
        with pytest.raises(JournalFault, match="disk full"):
            await beside.finish()
        await beside.finish()

    asyncio.run(scenario())
