import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from architect.domain.outcome import StopReason
from architect.execution.stop_signal import StoppedError, StopSignal


async def forever(begun: asyncio.Event, ended: list[str]) -> None:
    begun.set()
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        ended.append("cleaned up")
        raise


async def value() -> str:
    return "value"


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 10))


def test_work_that_nobody_stops_gives_its_result() -> None:
    async def scenario() -> None:
        assert await StopSignal().guard(value()) == "value"

    run(scenario())


def test_an_error_of_the_work_comes_through() -> None:
    async def broken() -> None:
        raise LookupError("gone")

    async def scenario() -> None:
        with pytest.raises(LookupError, match="gone"):
            await StopSignal().guard(broken())

    run(scenario())


def test_a_stop_during_work_lets_it_clean_up_first() -> None:
    async def scenario() -> None:
        stop, begun, ended = StopSignal(), asyncio.Event(), list[str]()
        guarded = asyncio.create_task(stop.guard(forever(begun, ended)))
        await begun.wait()
        stop.request(StopReason.USER_INTERRUPT)
        with pytest.raises(StoppedError):
            await guarded
        assert ended == ["cleaned up"]

    run(scenario())


def test_all_guarded_work_is_stopped() -> None:
    async def scenario() -> None:
        stop, ended = StopSignal(), list[str]()
        beginnings = [asyncio.Event(), asyncio.Event()]
        tasks = [asyncio.create_task(stop.guard(forever(begun, ended))) for begun in beginnings]
        for begun in beginnings:
            await begun.wait()
        stop.request(StopReason.TIMEOUT)
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoppedError, StoppedError]

    run(scenario())


def test_a_stop_before_work_keeps_it_from_beginning() -> None:
    async def scenario() -> None:
        stop, begun = StopSignal(), asyncio.Event()
        stop.request(StopReason.USER_INTERRUPT)
        with pytest.raises(StoppedError):
            await stop.guard(forever(begun, []))
        assert not begun.is_set()

    run(scenario())


def test_an_acknowledged_stop_lets_closing_work_run() -> None:
    async def scenario() -> None:
        stop = StopSignal()
        stop.request(StopReason.TIMEOUT)
        stop.acknowledge()
        assert stop.reason is None
        assert await stop.guard(value()) == "value"

    run(scenario())


def test_closing_work_can_be_stopped_again() -> None:
    async def scenario() -> None:
        stop, begun = StopSignal(), asyncio.Event()
        stop.request(StopReason.TIMEOUT)
        stop.acknowledge()
        guarded = asyncio.create_task(stop.guard(forever(begun, [])))
        await begun.wait()
        stop.request(StopReason.USER_INTERRUPT)
        with pytest.raises(StoppedError):
            await guarded

    run(scenario())


def test_the_first_reason_stays() -> None:
    stop = StopSignal()
    stop.request(StopReason.USER_INTERRUPT)
    stop.request(StopReason.TIMEOUT)
    assert stop.reason is StopReason.USER_INTERRUPT


def test_a_user_who_interrupts_while_a_time_out_is_cleaned_up_is_not_forgotten() -> None:
    stop = StopSignal()
    stop.request(StopReason.TIMEOUT)
    stop.request(StopReason.USER_INTERRUPT)
    assert stop.reason is StopReason.USER_INTERRUPT


def test_a_second_request_does_not_disturb_the_clean_up_of_the_first() -> None:
    async def scenario() -> None:
        stop, begun = StopSignal(), asyncio.Event()
        cleaning, may_end, ended = asyncio.Event(), asyncio.Event(), list[str]()

        async def slow_to_end() -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                cleaning.set()
                await may_end.wait()
                ended.append("cleaned up")

        guarded = asyncio.create_task(stop.guard(slow_to_end()))
        await begun.wait()
        stop.request(StopReason.TIMEOUT)
        await cleaning.wait()
        stop.request(StopReason.USER_INTERRUPT)
        may_end.set()
        with pytest.raises(StoppedError):
            await guarded
        assert ended == ["cleaned up"]

    run(scenario())


def test_a_cancellation_from_outside_is_passed_on_and_ends_the_work() -> None:
    async def scenario() -> None:
        stop, begun, ended = StopSignal(), asyncio.Event(), list[str]()
        guarded = asyncio.create_task(stop.guard(forever(begun, ended)))
        await begun.wait()
        guarded.cancel()
        with pytest.raises(asyncio.CancelledError):
            await guarded
        assert guarded.cancelled()
        assert ended == ["cleaned up"]

    run(scenario())


def test_a_cancellation_from_outside_wins_over_a_stop_at_the_same_time() -> None:
    async def scenario() -> None:
        stop, begun = StopSignal(), asyncio.Event()
        guarded = asyncio.create_task(stop.guard(forever(begun, [])))
        await begun.wait()
        stop.request(StopReason.USER_INTERRUPT)
        guarded.cancel()
        with pytest.raises(asyncio.CancelledError):
            await guarded

    run(scenario())


def test_a_time_limit_around_guarded_work_is_still_a_time_limit() -> None:
    async def scenario() -> None:
        stop = StopSignal()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await stop.guard(forever(asyncio.Event(), []))

    run(scenario())
