import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.journals import read_journal
from tests.support.replies import call_reply, text_reply
from tests.support.rig import SESSION, Rig, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.domain.effect import Effect
from architect.domain.errors import JournalFault
from architect.domain.journal.change_events import FileChangeIntended
from architect.domain.journal.events import SHOWN_ONLY
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.tool_result import ToolResult
from architect.ports.hooks import HookBlock, HookProceed
from architect.ports.model import ProgressListener
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal

FILES = {"a.py": b"x = 1\n"}
EDIT = call("edit_file", path="a.py", old_str="1", new_str="2")


class BrokenModel(ScriptedModel):
    """Has a bug."""

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        raise KeyError("choices")


class BrokenHooks:
    """Have a bug outside of every tool."""

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        raise IndexError("no hook")

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        return ""


class CancelledModel(ScriptedModel):
    """Waits, so that the run can be cancelled from outside."""

    def __init__(self) -> None:
        super().__init__([])
        self.begun = asyncio.Event()

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody sets this event")


def memory_journal(rig: Rig) -> MemoryJournal:
    assert isinstance(rig.journal, MemoryJournal)
    return rig.journal


def test_the_first_event_is_the_start_and_the_last_one_the_end() -> None:
    rig = make_rig(text_reply("done"))
    rig.go()
    kinds = [type(record.event) for record in memory_journal(rig).records]
    assert (kinds[0], kinds[-1]) == (RunStarted, RunFinished)
    assert kinds.count(RunStarted) == kinds.count(RunFinished) == 1


@pytest.mark.parametrize("where", ["model", "hooks"])
def test_a_bug_ends_the_run_as_an_internal_error_in_one_sentence(where: str) -> None:
    if where == "model":
        rig = make_rig(model=BrokenModel([]))
    else:
        rig = make_rig(call_reply(EDIT), files=FILES, hooks=BrokenHooks())
    state = rig.go()
    assert (state.stop_reason, state.status) == (StopReason.INTERNAL_ERROR, Status.FAILED)
    (bug,) = rig.crashes.errors
    assert state.error == RunError(
        ErrorKind.INTERNAL,
        f"a bug in architect ended the run ({type(bug).__name__}); details in crash.log",
    )


def test_a_bug_in_a_tool_ends_its_call_only() -> None:
    rig = make_rig(call_reply(call("run_command", command="ls")), text_reply("done"))
    assert rig.go().status is Status.SUCCESS
    assert not rig.crashes.errors


ENDINGS: dict[str, Callable[[], Rig]] = {
    "success": lambda: make_rig(text_reply("done")),
    "a model that fails": lambda: make_rig(ScriptedReply(fault="auth")),
    "a bug": lambda: make_rig(model=BrokenModel([])),
    "steps used up": lambda: make_rig(*[call_reply(EDIT)] * 30, files=FILES),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_journal_and_the_model_are_closed_in_every_ending(ending: str) -> None:
    rig = ENDINGS[ending]()
    rig.go()
    assert rig.scripted.closed
    assert memory_journal(rig).closed
    assert rig.sink.of_type(RunFinished)


def test_a_cancelled_run_closes_the_journal_and_the_model_and_stays_cancelled() -> None:
    model = CancelledModel()
    rig = make_rig(model=model)

    async def scenario() -> None:
        running = asyncio.create_task(rig.run.go())
        await model.begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(asyncio.wait_for(scenario(), 10))
    assert model.closed
    assert memory_journal(rig).closed


@pytest.mark.parametrize("is_cut_off", [True, False])
def test_the_record_of_a_run_that_is_cut_off_has_no_end(is_cut_off: bool) -> None:
    model = CancelledModel()
    rig = make_rig(model=model)

    async def scenario() -> None:
        running = asyncio.create_task(rig.run.go())
        await model.begun.wait()
        (rig.run.cut_off if is_cut_off else rig.run.interrupt)()
        state = await running
        assert (state.status is None) is is_cut_off

    asyncio.run(asyncio.wait_for(scenario(), 10))
    kinds = [type(record.event) for record in memory_journal(rig).records]
    assert (RunFinished in kinds) is not is_cut_off
    assert model.closed
    assert memory_journal(rig).closed


@pytest.mark.parametrize("capacity", range(12))
def test_a_journal_that_is_full_stops_the_run_there_and_tells_the_face(capacity: int) -> None:
    journal = MemoryJournal(capacity)
    rig = make_rig(call_reply(EDIT), text_reply("done"), files=FILES, journal=journal)
    with pytest.raises(JournalFault, match="no space left"):
        rig.go()
    assert len(journal.records) == capacity
    assert journal.closed
    assert rig.scripted.closed
    assert not rig.crashes.errors
    shown = [r for r in rig.sink.records if not isinstance(r.event, SHOWN_ONLY)]
    assert shown == journal.records
    intended = any(isinstance(r.event, FileChangeIntended) for r in journal.records)
    assert (rig.workspace.files != FILES) == intended


def test_a_journal_with_just_enough_room_holds_the_run() -> None:
    journal = MemoryJournal(13)
    rig = make_rig(call_reply(EDIT), text_reply("done"), files=FILES, journal=journal)
    assert rig.go().status is Status.SUCCESS


def test_a_model_that_cannot_be_closed_does_not_keep_the_journal_open(tmp_path: Path) -> None:
    class Stuck(ScriptedModel):
        async def aclose(self) -> None:
            raise OSError("the connection is gone")

    journal = JsonlJournal(tmp_path, SESSION)
    rig = make_rig(model=Stuck([text_reply("done")]), journal=journal)
    assert rig.go().status is Status.SUCCESS
    assert [type(record.event) for record in read_journal(journal.path)][-1] is RunFinished


def test_the_duration_of_the_run_is_recorded() -> None:
    clock = FrozenClock()

    class Slow(ScriptedModel):
        async def complete(
            self, request: ModelRequest, on_progress: ProgressListener
        ) -> ModelReply:
            clock.advance(2.5)
            return await super().complete(request, on_progress)

    rig = make_rig(model=Slow([text_reply("done")]), clock=clock)
    assert rig.go().duration_s == 2.5
    assert rig.sink.of_type(ModelReplied)[0].duration_s == 2.5
