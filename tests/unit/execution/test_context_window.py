"""A window that turns out to be another one than was thought."""

import asyncio
import time
from pathlib import Path

import pytest
from tests.support.replies import text_reply
from tests.support.rig import make_rig

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.window_asking_model import WindowAskingModel
from architect.adapters.records.refused_windows import RefusedWindows
from architect.agent.limits import Limits
from architect.domain.errors import ContextOverflowError
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import (
    ModelProgress,
    ModelReply,
    ModelRequest,
    WindowNotice,
)
from architect.domain.outcome import StopReason
from architect.execution.context_window import ContextWindow
from architect.ports.model import ProgressListener

QUESTION = ModelRequest((SystemMessage("Be brief."), UserMessage("Hello?")))


class TooLong(ScriptedModel):
    """Refuses every request as longer than the window it names."""

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        raise ContextOverflowError("too long", window_tokens=5_000)


def test_a_refused_request_teaches_the_window_for_the_rest_of_the_run() -> None:
    rig = make_rig(model=TooLong([]), limits=Limits(max_steps=9, max_context_tokens=80_000))
    assert rig.go().stop_reason is StopReason.CONTEXT_FULL
    assert rig.run.context.window.tokens == 5_000


def test_what_the_user_set_is_never_exceeded_and_nonsense_is_not_believed() -> None:
    kept: list[tuple[str, int]] = []

    def remember(model: str, tokens: int) -> None:
        kept.append((model, tokens))

    window = ContextWindow(20_000, most=20_000, remember=remember)
    window.set(1_000_000)
    window.set(7)
    window.was_exceeded("m", None)
    window.was_exceeded("m", 3)
    assert (window.tokens, kept) == (20_000, [])
    window.was_exceeded("n", 8_192)
    assert (window.tokens, kept) == (8_192, [("n", 8_192)])


def test_a_refused_window_is_remembered_for_two_weeks_by_model_and_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = RefusedWindows({"XDG_STATE_HOME": str(tmp_path)})
    assert windows.find("m", None) is None
    windows.remember("m", "http://me:secret@host/v1", 8_192)
    windows.remember("m", None, 4_096)
    assert windows.find("m", "http://me:secret@host/v1") == 8_192
    assert windows.find("m", None) == 4_096
    assert windows.find("another", None) is None
    assert "secret" not in "".join(file.read_text() for file in tmp_path.rglob("*.json"))
    later = time.time() + 15 * 24 * 3600
    monkeypatch.setattr("time.time", lambda: later)
    assert windows.find("m", None) is None


def test_the_first_request_does_not_wait_for_what_the_server_says_of_its_window() -> None:
    async def told() -> list[ModelProgress]:
        answer = asyncio.get_running_loop().create_future()
        model = WindowAskingModel(
            ScriptedModel([text_reply("one"), text_reply("two")], name="m"), lambda: answer
        )
        progress: list[ModelProgress] = []
        await model.complete(QUESTION, progress.append)
        assert WindowNotice(32_768) not in progress
        answer.set_result(32_768)
        await asyncio.sleep(0)
        await model.complete(QUESTION, progress.append)
        await model.aclose()
        return progress

    assert WindowNotice(32_768) in asyncio.run(told())
