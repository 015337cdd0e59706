"""What the Responses API wants back of its own replies, held against a strict stand-in of it."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest
from tests.support.provider_server import Behaviour, Call, ProviderServer, Reply, Status
from tests.support.responses_strict import PLAIN_MODEL, Refusal, check
from tests.support.table import table

from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel
from architect.adapters.models.request_options import RequestOptions
from architect.adapters.models.responses.dialect import ResponsesDialect
from architect.adapters.models.responses.format import Responses
from architect.domain.errors import RequestRejectedError
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import (
    ModelProgress,
    ModelReply,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
    ToolSchema,
)
from architect.domain.provider_items import ProviderItems

READ_FILE: ToolSchema = {
    "type": "function",
    "function": {
        "name": "read_file",
        "description": "Read a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}},
    },
}
OPENING = (SystemMessage("Be brief."), UserMessage("Hello?"))
DIALECT = ResponsesDialect("responses 127.0.0.1 m")
THOUGHTFUL = Reply(
    "Let me look.",
    [Call("read_file", '{"path": "a"}', "call_a"), Call("read_file", '{"path":"b"}', "call_b")],
    reasoning="Two files are to be read.",
)

Json = dict[str, Any]


def model_at(
    server: ProviderServer,
    *,
    name: str = "m",
    dialect: ResponsesDialect = DIALECT,
    effort: str | None = None,
    stream: bool = True,
) -> OpenAiCompatibleModel:
    return OpenAiCompatibleModel(
        name,
        Responses(name, dialect),
        api_base=f"{server.url}/v1",
        api_key="sk-secret-0123456789",
        timeout_s=60,
        idle_s=30,
        stream=stream,
        options=RequestOptions(reasoning_effort=effort),
    )


def talk(
    behaviours: Sequence[Behaviour],
    *,
    between: Sequence[Message] = (),
    progress: list[ModelProgress] | None = None,
    turns: int | None = None,
    **options: Any,
) -> tuple[list[ModelReply], list[Json]]:
    """The replies to one request after another, each with what was replied before.

    The calls of each reply are answered; `between` stands behind the opening.
    """

    async def ask(server: ProviderServer) -> list[ModelReply]:
        messages: list[Message] = [*OPENING, *between]
        replies: list[ModelReply] = []
        show = (progress if progress is not None else []).append
        async with aclosing(model_at(server, **options)) as model:
            for _ in range(turns or sum(isinstance(each, Reply) for each in behaviours)):
                request = ModelRequest(tuple(messages), (READ_FILE,), conversation="a session")
                reply = await model.complete(request, show)
                replies.append(reply)
                messages += [AssistantMessage(reply.text, reply.calls, reply.items)]
                messages += [ToolMessage(call.id, call.name, "a text") for call in reply.calls]
        return replies

    with ProviderServer(behaviours) as server:
        return asyncio.run(ask(server)), [request.body for request in server.requests]


@table("stream", [True, False])
def test_every_item_goes_back_as_it_came(stream: bool) -> None:
    progress: list[ModelProgress] = []
    replies, bodies = talk(
        [THOUGHTFUL, replace(THOUGHTFUL, calls=[Call("read_file", id="call_c")]), Reply("Done.")],
        stream=stream,
        progress=progress,
    )
    assert replies[0].reasoning == "Two files are to be read."
    # What the server checks of each request: that reasoning is unaltered, and each pair complete.
    items = bodies[2]["input"]
    kinds = [item.get("type", item.get("role")) for item in items]
    turn = ["reasoning", "message", "function_call"]
    outputs = ["function_call_output"]
    assert kinds == ["user", *turn, "function_call", *outputs * 2, *turn, *outputs]
    assert [item.get("phase") for item in items if item.get("type") == "message"] == [
        "commentary"
    ] * 2
    assert items[3]["arguments"] == '{"path": "a"}'
    assert items[:7] == bodies[1]["input"]
    if stream:
        shown = [each.text for each in progress if isinstance(each, ReasoningDelta)]
        assert "".join(shown) == "Two files are to be read." * 2
        assert "".join(each.text for each in progress if isinstance(each, TextDelta)) == (
            "Let me look." * 2 + "Done."
        )


def test_nothing_is_stored_and_the_conversation_is_named_by_a_hash() -> None:
    dialect = replace(DIALECT, takes_cache_key=True)
    _, bodies = talk([THOUGHTFUL, Reply("Done.")], dialect=dialect, effort="high")
    for body in bodies:
        assert body["store"] is False
        assert body["include"] == ["reasoning.encrypted_content"]
        assert body["reasoning"] == {"effort": "high", "summary": "auto"}
        assert body["instructions"] == "Be brief."
        assert len(body["prompt_cache_key"]) == 32
        assert "session" not in body["prompt_cache_key"]
    assert bodies[0]["prompt_cache_key"] == bodies[1]["prompt_cache_key"]
    assert "prompt_cache_key" not in talk([Reply("ok")])[1][0]


def test_items_of_another_model_are_not_sent() -> None:
    """Text and calls are, with ids that are short enough and still belong together."""
    long_id = CallId("call_" + "x" * 300 + "__sig=")
    foreign = ProviderItems("chat api.example.com g", ('{"message":{"thinking":"secret"}}',))
    own_of_another = ProviderItems(
        "responses api.openai.com other",
        ('{"type":"reasoning","id":"rs_1","encrypted_content":"x","summary":[]}',),
    )
    between = (
        AssistantMessage("So be it.", (ToolCall(long_id, "read_file", "{}"),), foreign),
        ToolMessage(long_id, "read_file", "the text"),
        AssistantMessage("And now?", (), own_of_another),
        UserMessage("Go on."),
    )
    _, [body] = talk([Reply("ok")], between=between)
    said, call, output, other, _ = body["input"][1:]
    assert said == {"role": "assistant", "content": "So be it."}
    assert call["call_id"] == output["call_id"]
    assert len(call["call_id"]) <= 64
    assert other == {"role": "assistant", "content": "And now?"}
    assert "secret" not in str(body)
    assert "rs_1" not in str(body)


def test_calls_that_were_renamed_or_redacted_go_back_as_they_are_in_the_conversation() -> None:
    replies, _ = talk([THOUGHTFUL])
    [reply] = replies
    assert reply.items is not None
    clean = reply.items.rewritten(lambda text: text.replace("look", "[redacted]"))
    calls = (
        ToolCall(CallId("call_a-2"), "read_file", '{"path": "[redacted]"}'),
        reply.calls[1],
    )
    results = [ToolMessage(call.id, call.name, "a text") for call in calls]
    said = AssistantMessage(reply.text, calls, clean)
    _, [body] = talk([Reply("ok")], between=[said, *results])
    reasoning, message, first, second, *outputs = body["input"][1:]
    assert reasoning["encrypted_content"]
    assert message["content"][0]["text"] == "Let me [redacted]."
    assert (first["call_id"], first["arguments"]) == ("call_a-2", '{"path": "[redacted]"}')
    assert second["call_id"] == "call_b"
    assert [each["call_id"] for each in outputs] == ["call_a-2", "call_b"]


def _refused(message: str, status: int = 400) -> Status:
    return Status(status, {"error": {"message": message, "type": "invalid_request_error"}})


REFUSALS: tuple[tuple[str, Callable[[Json], bool]], ...] = (
    (
        "Your organization must be verified to generate reasoning summaries. Please go to: ...",
        lambda body: "summary" not in str(body.get("reasoning")) and "include" in body,
    ),
    (
        "Unsupported parameter: 'reasoning.summary' is not supported with this model.",
        lambda body: "summary" not in str(body.get("reasoning")),
    ),
    (
        "Your organization must be verified to stream this model. Please go to: ...",
        lambda body: "stream" not in body,
    ),
    ("Encrypted content is not supported with this model.", lambda body: "include" not in body),
    ("Unknown parameter: 'prompt_cache_key'.", lambda body: "prompt_cache_key" not in body),
    (
        "The encrypted content gAAA...Tg== could not be verified.",
        lambda body: body["input"][1] == {"role": "assistant", "content": "Let me look."},
    ),
    (
        "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item.",
        lambda body: all("id" not in item for item in body["input"]),
    ),
    (
        "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
        lambda body: all("id" not in item for item in body["input"]),
    ),
)


@table(("message", "is_better"), REFUSALS)
def test_what_a_server_does_not_take_is_left_out(
    message: str, is_better: Callable[[Json], bool]
) -> None:
    dialect = replace(DIALECT, takes_cache_key=True)
    replies, bodies = talk([THOUGHTFUL, _refused(message), Reply("fine")], dialect=dialect)
    assert replies[-1].text == "fine"
    assert not is_better(bodies[1])
    assert is_better(bodies[2])


def test_an_effort_that_is_refused_is_not_left_out() -> None:
    refusal = _refused("Unsupported value: 'reasoning.effort' does not support 'max'.")
    with pytest.raises(RequestRejectedError, match="does not support 'max'"):
        talk([refusal, Reply("without")], effort="max")


def test_a_model_that_does_not_reason_is_not_asked_to_after_its_refusal() -> None:
    # Of its own accord the server refuses what it takes from the script twice.
    [reply], bodies = talk([Reply("ok")] * 3, name=PLAIN_MODEL, turns=1)
    assert reply.text == "ok"
    assert "include" not in bodies[-1]
    assert "reasoning" not in bodies[-1]


def test_reasoning_that_cannot_be_read_again_is_not_sent_back() -> None:
    """Azure leaves the encrypted form out at times, and then knows nothing of the id."""
    reasoning: Json = {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": None}
    message: Json = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "Hi", "annotations": []}],
    }
    whole: Json = {"object": "response", "status": "completed", "output": [reasoning, message]}

    async def ask(server: ProviderServer) -> None:
        async with aclosing(model_at(server)) as model:
            reply = await model.complete(ModelRequest(OPENING), lambda _: None)
            said = AssistantMessage(reply.text, reply.calls, reply.items)
            await model.complete(ModelRequest((*OPENING, said, UserMessage("?"))), lambda _: None)

    with ProviderServer([Status(200, whole), Reply("ok")]) as server:
        asyncio.run(ask(server))
        assert server.requests[1].body["input"][1] == {"role": "assistant", "content": "Hi"}


def _without(body: Json, *places: int) -> Json:
    items = [item for place, item in enumerate(body["input"]) if place not in places]
    return {**body, "input": items}


def _altered(body: Json, place: int, **members: object) -> Json:
    items = list(body["input"])
    items[place] = items[place] | members
    return {**body, "input": items}


# The items: user, reasoning, message, two calls, two outputs.
DEFECTS: tuple[tuple[str, Callable[[Json], Json]], ...] = (
    ("Unknown parameter: 'messages'", lambda body: body | {"messages": []}),
    ("Missing required parameter: 'tools[0].name'", lambda body: body | {"tools": [READ_FILE]}),
    ("nothing to be stored", lambda body: body | {"store": True}),
    ("string too long", lambda body: body | {"prompt_cache_key": "k" * 65}),
    ("without its required 'reasoning' item", lambda body: _without(body, 1)),
    ("without its required following item", lambda body: _without(body, 2, 3, 4, 5, 6)),
    ("No tool call found", lambda body: _without(body, 3)),
    ("No tool output found", lambda body: _without(body, 6)),
    ("Duplicate item", lambda body: _altered(body, 4, call_id="call_a")),
    ("could not be verified", lambda body: _altered(body, 1, encrypted_content="gAAAAB")),
    ("not found. Items are not persisted", lambda body: _altered(body, 1, encrypted_content="")),
    ("Unknown parameter: 'input[1].status'", lambda body: _altered(body, 1, status=None)),
    ("Unknown parameter: 'input[2].text'", lambda body: _altered(body, 2, text="Hi")),
    ("begins with 'fc'", lambda body: _altered(body, 3, id="call_a")),
    ("string too long", lambda body: _altered(body, 3, call_id="c" * 65)),
    ("additional characters", lambda body: _altered(body, 3, call_id="c:1")),
    ("Invalid value: 'sparkle'", lambda body: _altered(body, 3, type="sparkle")),
)


@table(("refusal", "broken"), DEFECTS, ids=lambda case: case[0])
def test_the_stand_in_refuses_what_the_real_one_does(
    refusal: str, broken: Callable[[Json], Json]
) -> None:
    _, (_, body) = talk([THOUGHTFUL, Reply("Done.")])
    check(body)
    with pytest.raises(Refusal, match=re.escape(refusal)):
        check(broken(body))
