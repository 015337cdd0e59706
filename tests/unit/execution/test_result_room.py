"""How much of the window the results of a step may take, and that a run gets on with it."""

import re

from tests.support.replies import call_reply, text_reply
from tests.support.rig import call, make_rig

from architect.adapters.models.recorded.script import ScriptedCall
from architect.agent.limits import Limits
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.model_events import ModelRequested
from architect.domain.messages import UserMessage
from architect.domain.outcome import StopReason

SOURCE = b"".join(b"def function_%04d(): return %04d\n" % (n, n) for n in range(3_000))


def results(
    *steps: tuple[ScriptedCall, ...], window: int, files: dict[str, bytes] | None = None
) -> list[str]:
    rig = make_rig(
        *(call_reply(*calls) for calls in steps),
        text_reply("Read."),
        files=files or {"a.py": SOURCE},
        limits=Limits(max_steps=400, max_context_tokens=window),
    )
    state = rig.go()
    assert state.stop_reason is StopReason.LLM_DONE
    assert all(event.estimated_tokens <= window for event in rig.sink.of_type(ModelRequested))
    # The task is there at every request, whatever had to make room.
    for request in rig.scripted.requests:
        assert "mend it" in next(m.text for m in request.messages if isinstance(m, UserMessage))
    return [event.text for event in rig.sink.of_type(ToolFinished)]


def read(offset: int = 1) -> ScriptedCall:
    return call("read_file", path="a.py", offset=offset)


def test_a_large_window_shows_2000_lines_at_a_time() -> None:
    short = {"a.py": b"".join(b"x%04d = 1\n" % n for n in range(3_000))}
    first, second = results((read(),), (read(2_001),), window=200_000, files=short)
    assert first.endswith("[lines 1-2000 of 3000; continue with offset=2001]")
    assert second.endswith("x2999 = 1\n[lines 2001-3000 of 3000]")


def test_a_page_of_50_kb_ends_at_a_line() -> None:
    (page,) = results((read(),), window=200_000)
    assert 49_000 < len(page) <= 50_100
    assert page.endswith("[lines 1-1515 of 3000; continue with offset=1516]")


def test_a_file_of_3000_lines_is_read_to_its_end_in_a_window_of_16000_tokens() -> None:
    steps: list[tuple[ScriptedCall, ...]] = []
    offset, pages = 1, list[str]()
    while offset:
        steps.append((read(offset),))
        pages = results(*steps, window=16_000)
        go_on = re.search(r"offset=(\d+)\]$", pages[-1])
        offset = int(go_on[1]) if go_on else 0
    shown = "".join(page.partition("[lines ")[0] for page in pages)
    assert shown.encode() == SOURCE
    assert len(pages) < 20


def test_calls_side_by_side_share_the_room() -> None:
    pages = results(tuple(read(1 + 100 * n) for n in range(8)), window=16_000)
    assert sum(map(len, pages)) < 0.5 * 16_000 * 4
