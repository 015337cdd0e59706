"""How long a run took: without the time that a person took to answer."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.run_events import RunFinished
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.verdict import Answer, Choice, Confirmation
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.guardrails import GuardrailRules
from architect.ports.model import ProgressListener
from architect.testing.frozen_clock import FrozenClock

FILES = {"a.py": b"x = 1\n", ".env": b"A=1\n", "sub/.env": b"B=2\n"}
THINKS_S = 2.0
ANSWERS_AFTER_S = 60.0


class Person:
    """Answers late."""

    def __init__(self, clock: FrozenClock, choice: Choice = Choice.ONCE) -> None:
        self.asked = 0
        self._clock, self._choice = clock, choice

    async def confirm(self, question: Confirmation) -> Answer:
        self.asked += 1
        for _ in range(20):  # other calls go on until they wait, too
            await asyncio.sleep(0)
        self._clock.advance(ANSWERS_AFTER_S)
        return Answer(self._choice)


class Thinking(ScriptedModel):
    """Takes its time for each reply."""

    def __init__(self, replies: Sequence[ScriptedReply], clock: FrozenClock) -> None:
        super().__init__(replies)
        self._clock = clock

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        self._clock.advance(THINKS_S)
        return await super().complete(request, on_progress)


def rig_of(*replies: ScriptedReply, choice: Choice = Choice.ONCE) -> tuple[Rig, Person]:
    clock = FrozenClock()
    person = Person(clock, choice)
    guardrails = GuardrailsEngine(GuardrailRules(), BoundedPatternSearch(), root=Path("/workspace"))
    rig = make_rig(
        model=Thinking(replies, clock),
        clock=clock,
        approver=person,
        files=FILES,
        guardrails=guardrails,
    )
    return rig, person


def times(rig: Rig) -> tuple[float, float]:
    """Of the run, and of the waiting for the person."""
    rig.go()
    [finished] = rig.sink.of_type(RunFinished)
    assert rig.state.duration_s == finished.duration_s
    return finished.duration_s, finished.waited_s


def test_a_run_takes_as_long_as_it_works() -> None:
    rig, person = rig_of(call_reply(call("read_file", path=".env")), text_reply("done"))
    assert times(rig) == (2 * THINKS_S, ANSWERS_AFTER_S)
    assert person.asked == 1
    assert rig.sink.of_type(ToolFinished)[0].duration_s == 0


def test_what_is_denied_late_does_not_count_either() -> None:
    rig, _ = rig_of(
        call_reply(call("read_file", path=".env")), text_reply("done"), choice=Choice.DENY
    )
    assert times(rig) == (2 * THINKS_S, ANSWERS_AFTER_S)


def test_calls_that_wait_side_by_side_wait_once() -> None:
    both = call_reply(call("read_file", path=".env"), call("read_file", path="sub/.env"))
    rig, person = rig_of(both, text_reply("done"))
    assert times(rig) == (2 * THINKS_S, 2 * ANSWERS_AFTER_S)
    assert person.asked == 2
