import asyncio

import pytest
from tests.support.replies import call_reply, text_reply

from architect.adapters.models.recorded.model import FAULTS, OrphanCallError, ScriptedModel
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.domain.errors import ModelFault, RequestRejectedError, UserError
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import FinishReason, ModelProgress, ModelRequest, TextDelta
from architect.domain.usage import Usage

SYSTEM, TASK = SystemMessage("s"), UserMessage("u")


def asks(*ids: str) -> AssistantMessage:
    return AssistantMessage("", tuple(ToolCall(CallId(id), "f", "{}") for id in ids))


def answers(id: str) -> ToolMessage:
    return ToolMessage(CallId(id), "f", "ok")


def request(*messages: Message) -> ModelRequest:
    return ModelRequest((SYSTEM, TASK, *messages))


def ask(model: ScriptedModel, *messages: Message) -> tuple[str, list[ModelProgress]]:
    progress: list[ModelProgress] = []
    reply = asyncio.run(model.complete(request(*messages), progress.append))
    return reply.text, progress


def test_text_comes_in_words() -> None:
    text, progress = ask(ScriptedModel([text_reply("  one two\n three ")]))
    pieces = [item.text for item in progress if isinstance(item, TextDelta)]
    assert len(pieces) > 2
    assert "".join(pieces) == text == "  one two\n three "


def test_a_reply_is_what_the_script_says() -> None:
    script = ScriptedReply("t", (ScriptedCall("f", "raw"),), FinishReason.LENGTH, Usage(1, 2, 0))
    model = ScriptedModel([script])
    reply = asyncio.run(model.complete(request(), lambda _: None))
    assert (reply.text, reply.finish, reply.usage) == ("t", FinishReason.LENGTH, Usage(1, 2, 0))
    assert [(call.name, call.arguments) for call in reply.calls] == [("f", "raw")]
    assert model.requests == [request()]


def test_the_finish_reason_fits_the_calls() -> None:
    model = ScriptedModel([call_reply(ScriptedCall("f")), text_reply("done")])
    replies = [asyncio.run(model.complete(request(), lambda _: None)) for _ in range(2)]
    assert [reply.finish for reply in replies] == [FinishReason.TOOL_CALLS, FinishReason.STOP]


def test_new_ids_keep_clear_of_those_in_the_history() -> None:
    model = ScriptedModel([call_reply(ScriptedCall("f"), ScriptedCall("f"))])
    history = request(asks("call_1"), answers("call_1"))
    reply = asyncio.run(model.complete(history, lambda _: None))
    assert [call.id for call in reply.calls] == ["call_2", "call_3"]


@pytest.mark.parametrize(
    ("messages", "named"),
    [
        ([asks("a")], "'a'"),
        ([asks("a", "b"), answers("a")], "'b'"),
        ([asks("a"), UserMessage("u"), answers("a")], "'a'"),
        ([answers("a")], "'a'"),
        ([asks("a"), answers("a"), answers("a")], "'a'"),
        ([asks("a", "a"), answers("a"), answers("a")], "'a'"),
        ([asks("a"), answers("a"), asks("a"), answers("a")], "'a'"),
    ],
)
def test_calls_and_results_that_do_not_belong_together_are_named(
    messages: list[Message], named: str
) -> None:
    with pytest.raises(OrphanCallError, match=named):
        ask(ScriptedModel([text_reply("never")]), *messages)


def test_results_may_come_in_any_order() -> None:
    assert (
        ask(ScriptedModel([text_reply("ok")]), asks("a", "b"), answers("b"), answers("a"))[0]
        == "ok"
    )


def test_the_first_message_must_be_the_system_message() -> None:
    model = ScriptedModel([text_reply("never")])
    for messages in ((), (TASK,)):
        with pytest.raises(OrphanCallError, match="system"):
            asyncio.run(model.complete(ModelRequest(messages), lambda _: None))


def test_an_orphan_is_a_failed_assertion_and_no_fault_of_a_model() -> None:
    assert issubclass(OrphanCallError, AssertionError)
    assert not issubclass(OrphanCallError, ModelFault)


@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_can_be_asked_for(kind: str) -> None:
    with pytest.raises(ModelFault, match=kind):
        ask(ScriptedModel([ScriptedReply(text="so far", fault=kind)]))


def test_an_unknown_fault_is_named_before_the_run() -> None:
    with pytest.raises(UserError, match="'bored'"):
        ScriptedModel([ScriptedReply(fault="bored")])


def test_a_script_that_is_over_says_how_long_it_was() -> None:
    model = ScriptedModel([text_reply("only")], name="recorded/demo")
    ask(model)
    with pytest.raises(RequestRejectedError, match="recorded/demo has only 1 replies"):
        ask(model)


def test_a_delayed_reply_can_be_cancelled() -> None:
    async def cancel() -> None:
        model = ScriptedModel([ScriptedReply(text="never", delay_s=3_600)])
        asking = asyncio.create_task(model.complete(request(), lambda _: None))
        while not model.requests:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(cancel())
