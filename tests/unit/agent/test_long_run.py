"""Many steps with large results, through the real loop, engine and tools."""

from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path

import pytest
from tests.support.effort import tries
from tests.support.journals import read_journal
from tests.support.replies import call_reply, text_reply
from tests.support.rig import SESSION, Rig, call, make_rig
from tests.support.selection import with_usual

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.agent.context import ContextManager
from architect.agent.limits import Limits
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ContextCompacted, ModelRequested
from architect.domain.journal.state import AgentState
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.outcome import StopReason
from architect.domain.usage import Usage
from architect.execution.context_window import ContextWindow
from architect.ports.model import ProgressListener

STEPS = tries(60, long=200)
LIMIT = 20_000
LINES = 2_000


@dataclass
class CountingModel:
    """Plays `script` and counts `factor` tokens for each one that we estimate."""

    script: ScriptedModel
    factor: float

    @property
    def name(self) -> str:
        return self.script.name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        reply = await self.script.complete(request, on_progress)
        tokens = _estimate(request) * self.factor
        return replace(reply, usage=Usage(input_tokens=round(tokens), output_tokens=50))

    async def aclose(self) -> None:
        await self.script.aclose()


@dataclass(frozen=True)
class LongRun:
    rig: Rig
    model: CountingModel
    final: AgentState
    journal: Path

    @property
    def requests(self) -> list[ModelRequest]:
        return self.model.script.requests


@pytest.fixture(
    scope="module",
    params=with_usual([1.0, 2.5], usual=[1.0]),
    ids=["counted as we do", "counted higher"],
)
def long_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LongRun:
    folder = tmp_path_factory.mktemp("journal")
    script = ScriptedModel([*map(_step, range(STEPS)), text_reply("done")])
    model = CountingModel(script, request.param)
    rig = make_rig(
        model=model,
        files={"counter.txt": b"0\n"} | {f"{n}.txt": _large_file(n) for n in range(5)},
        limits=Limits(max_steps=STEPS + 1, max_context_tokens=LIMIT),
        journal=JsonlJournal(folder, SESSION),
    )
    return LongRun(rig, model, rig.go(), folder / f"{SESSION}.jsonl")


def _step(number: int) -> ScriptedReply:
    """Two large reads, never the same twice, and every third time an edit."""
    calls = [call("read_file", path=f"{n % 5}.txt", offset=n + 1) for n in (number, number + 1)]
    if number % 3 == 0:
        old, new = f"{number // 3}\n", f"{number // 3 + 1}\n"
        calls.append(call("edit_file", path="counter.txt", old_str=old, new_str=new))
    return call_reply(*calls, text=f"Step {number}. " + "I think about it. " * 20)


def _large_file(number: int) -> bytes:
    return b"".join(b"%d: this is line %d of a large file\n" % (number, n) for n in range(LINES))


def _estimate(request: ModelRequest) -> int:
    return ContextManager(ContextWindow(LIMIT), request.tools).request_tokens(request.messages)


def test_every_step_is_taken(long_run: LongRun) -> None:
    assert long_run.final.stop_reason is StopReason.LLM_DONE
    assert len(long_run.requests) == STEPS + 1
    assert all(use.success for use in long_run.final.tools_used)
    assert long_run.rig.workspace.files["counter.txt"] == b"%d\n" % ((STEPS + 2) // 3)


def test_every_request_fits_into_the_context(long_run: LongRun) -> None:
    factor = 1.0
    largest = 0.0
    for request in long_run.requests:
        largest = max(largest, _estimate(request) * factor)
        factor = long_run.model.factor
    assert LIMIT * 0.8 < largest <= LIMIT


def test_the_system_message_the_task_and_the_changed_files_are_always_there(
    long_run: LongRun,
) -> None:
    started = long_run.final.started
    assert started is not None
    for request in long_run.requests:
        system, opening = request.messages[:2]
        assert system == SystemMessage(started.system)
        assert isinstance(opening, UserMessage)
        assert opening.text.startswith(started.opening)
    assert "Files changed so far: counter.txt." in long_run.requests[-1].messages[1].text


def test_the_history_only_grows_between_compactions(long_run: LongRun) -> None:
    requests = iter(long_run.requests)
    before, compacted, compactions = next(requests), False, 0
    events = long_run.rig.sink.events
    first = next(n for n, event in enumerate(events) if isinstance(event, ModelRequested))
    for event in events[first + 1 :]:
        if isinstance(event, ContextCompacted):
            compacted, compactions = True, compactions + 1
        if isinstance(event, ModelRequested):
            request = next(requests)
            grows = request.messages[: len(before.messages)] == before.messages
            assert grows is not compacted
            assert request.tools == before.tools
            before, compacted = request, False
    assert 3 < compactions < STEPS / 2


def test_the_journal_folds_to_the_same_state(long_run: LongRun) -> None:
    records = read_journal(long_run.journal)
    assert reduce(apply, (record.event for record in records), AgentState()) == long_run.final
