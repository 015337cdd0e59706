"""The seconds beside what goes on in a conversation on a terminal."""

import asyncio

from architect.cli.chat.terminal.stopwatch import Stopwatch

COMMAND = "run_command python -m pytest -q tests/unit"


def test_seconds_are_shown_from_the_third_on_until_something_else_goes_on() -> None:
    now = [100.0]
    shown: list[str] = []

    async def watched() -> None:
        watch = Stopwatch(lambda: None, now=lambda: now[0])

        def after(seconds: float, text: str) -> None:
            now[0] += seconds
            watch.runs(text)
            shown.append(watch.words)

        after(0, "step 1 · thinking")
        after(2.9, "step 1 · thinking")
        after(0.2, "step 1 · thinking")
        after(0, COMMAND)
        after(4, f"{COMMAND[:40]} · 3 passed")
        after(70, COMMAND)
        watch.stop()
        shown.append(watch.words)
        after(0, COMMAND)
        watch.stop()

    asyncio.run(watched())
    assert shown == ["", "", " · 3 s", "", " · 4 s", " · 1 min 14 s", "", ""]


def test_it_is_drawn_each_second_until_it_stops() -> None:
    async def watched() -> None:
        drawn = asyncio.Event()
        watch = Stopwatch(drawn.set)
        watch.runs("step 1 · thinking")
        await asyncio.wait_for(drawn.wait(), 60)
        watch.stop()

    asyncio.run(watched())
