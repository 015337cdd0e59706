"""A compaction that asks the model, as one that sums up what it leaves out would."""

import asyncio
from typing import cast

from tests.support.lines import Lines
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, call, make_rig, started_event

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.agent.compaction import Compaction
from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop
from architect.agent.model_requests import ModelRequests
from architect.cli.human_log import HumanLog
from architect.cli.human_log_options import HumanLogOptions
from architect.domain.errors import AuthenticationFailedError, ContextOverflowError, ModelFault
from architect.domain.journal.model_events import (
    ContextCompacted,
    ModelDelta,
    ModelReplied,
    Purpose,
)
from architect.domain.journal.state import AgentState
from architect.domain.messages import UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.outcome import ErrorKind, Status, StopReason
from architect.domain.prices import PriceList
from architect.execution.run_context import RunContext
from architect.lsp.protocol.to_json import event_params
from architect.ports.model import Model, ProgressListener
from architect.services.runs import Run

LIMITS = Limits(max_steps=20, max_context_tokens=80_000)
COMPACT = cast(Purpose, "compact")
READ = call("read_file", path="a.py")
SUMMARY = "facts gathered"


class ByModel(Compaction):
    """Puts the first two steps into words of the model."""

    def __init__(self, run: RunContext, context: ContextManager, requests: ModelRequests) -> None:
        super().__init__(run, context)
        self._of = run
        self._requests = requests

    async def make_room(self) -> bool:
        state = self._of.state
        if len(state.steps) == 2 and state.compaction_note is None:
            asked = (*state.messages, UserMessage("Sum up."))
            reply = await self._requests.send(state.step, COMPACT, messages=asked, tools=())
            self._of.emit(
                ContextCompacted(dropped_steps=2, tokens_before=2, tokens_after=1, note=reply.text)
            )
        return True


def went(rig: Rig) -> AgentState:
    """The last state of a run in whose loop the model makes room."""
    context = rig.run.context
    costs = CostTracker(context.model.name, PriceList({}), LIMITS)
    loop = AgentLoop(context, rig.engine, LIMITS, costs=costs, compaction=ByModel)
    return asyncio.run(Run(started_event(), context, loop).go())


def rig_of(*replies: ScriptedReply, model: Model | None = None) -> Rig:
    return make_rig(*replies, files={"a.py": b"x = 1\n"}, model=model)


def test_its_reply_is_what_the_model_reads_instead_and_nobody_takes_it_for_the_answer() -> None:
    rig = rig_of(call_reply(READ), call_reply(READ), text_reply(SUMMARY), text_reply("all done"))
    state = went(rig)

    assert (state.status, state.output) == (Status.SUCCESS, "all done")
    assert state.compaction_note == SUMMARY
    [_, opening] = rig.scripted.requests[-1].messages
    assert isinstance(opening, UserMessage)
    assert opening.text.endswith(SUMMARY)
    assert state.spending.by_source["summary"].usage.output_tokens > 0

    streamed = [each for each in rig.sink.of_type(ModelDelta) if each.purpose == COMPACT]
    assert "".join(each.text for each in streamed) == SUMMARY
    lines = Lines()
    log = HumanLog(lines, HumanLogOptions(stream=True))
    for record in rig.sink.records:
        log.show(record)
    assert SUMMARY not in lines.text
    assert "all done" in lines.text
    in_editors = [
        event_params(record, seq=1)["text"]
        for record in rig.sink.records
        if isinstance(record.event, ModelDelta | ModelReplied)
    ]
    assert not any(text and text in SUMMARY for text in in_editors)


class FailsToCompact(ScriptedModel):
    """Answers, but not when it is asked without tools."""

    def __init__(self, fault: ModelFault) -> None:
        super().__init__([call_reply(READ), call_reply(READ)])
        self._fault = fault

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        if not request.tools:
            raise self._fault
        return await super().complete(request, on_progress)


def test_if_the_model_does_not_answer_it_the_run_ends_as_without_any_other_reply() -> None:
    state = went(rig_of(model=FailsToCompact(AuthenticationFailedError("no such key"))))
    assert (state.status, state.stop_reason) == (Status.FAILED, StopReason.LLM_ERROR)
    assert state.error is not None
    assert (state.error.kind, state.error.message) == (ErrorKind.AUTHENTICATION, "no such key")

    state = went(rig_of(model=FailsToCompact(ContextOverflowError("too long"))))
    assert (state.status, state.stop_reason) == (Status.PARTIAL, StopReason.CONTEXT_FULL)
