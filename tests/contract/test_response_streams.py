"""Streams of the Responses API that go wrong: a fault of the right kind, or the right reply."""

import asyncio
import json
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from tests.support.provider_server import Behaviour, Call, Chunks, ProviderServer, Reply, Status
from tests.support.responses_api import events_of, output_of, response_of
from tests.support.table import table

from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel
from architect.adapters.models.responses.dialect import ResponsesDialect
from architect.adapters.models.responses.format import Responses
from architect.domain.errors import (
    ContextOverflowError,
    GarbledReplyError,
    ModelFault,
    ModelTimeoutError,
    RateLimitedError,
    RequestRejectedError,
    StreamCutError,
    UnavailableError,
)
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import (
    FinishReason,
    ModelProgress,
    ModelReply,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
)

Json = dict[str, Any]
Expected = type[ModelFault] | tuple[str, list[str], FinishReason]

SHORT_S = 0.3
A, B = '{"path": "a"}', '{"path": "b"}'
REPLY = Reply("Let me look.", [Call("f", A, "c1"), Call("f", B, "c2")], reasoning="Two files.")
WHOLE = ("Let me look.", [A, B], FinishReason.TOOL_CALLS)
STOP, LENGTH, FILTER = FinishReason.STOP, FinishReason.LENGTH, FinishReason.CONTENT_FILTER

OUTPUT = output_of(REPLY)
RESPONSE = response_of(REPLY, OUTPUT)
EVENTS = list(events_of(RESPONSE))
LAST = EVENTS[-1]


@dataclass(frozen=True)
class Case:
    name: str
    behaviour: Behaviour
    expected: Expected


def kinds(*names: str) -> Callable[[Json], bool]:
    """Whether an event is of one of these kinds, `response.` left out."""
    return lambda event: event["type"].removeprefix("response.") in names


def before(name: str, *, nth: int = 0) -> list[Json]:
    """The events up to the nth of the kind `name`, which is the first one left out."""
    places = [at for at, event in enumerate(EVENTS) if kinds(name)(event)]
    return EVENTS[: places[nth]]


def but(*names: str) -> list[Json]:
    return [event for event in EVENTS if not kinds(*names)(event)]


def ended(status: str = "completed", **members: Any) -> Json:
    """The last event, with other members."""
    return {"type": f"response.{status}", "response": {**RESPONSE, "status": status, **members}}


def stream(*events: Json | bytes, done: bool = False) -> Chunks:
    return Chunks(list(events), done=done)


def failed(code: str | None, message: str = "it went wrong") -> Chunks:
    error = None if code is None else {"code": code, "message": message}
    return stream(*EVENTS[:6], ended("failed", error=error, output=[]))


def raw(events: list[Json], line_end: str = "\n", *, between: str = "") -> bytes:
    return "".join(
        f"event: {event['type']}{line_end}data: {json.dumps(event)}{line_end}{line_end}{between}"
        for event in events
    ).encode()


def pieces_of(body: bytes, length: int) -> list[bytes]:
    return [body[start : start + length] for start in range(0, len(body), length)]


def without(event: Json, *members: str) -> Json:
    return {name: value for name, value in event.items() if name not in members}


def renamed() -> list[Json]:
    """The events with another id in each, as GitHub Copilot sends them."""
    events: list[Json] = []
    for number, event in enumerate(but("completed")):
        if "item_id" in event:
            event = dict(event, item_id=f"item_{number}")
        if "item" in event:
            item: Json = dict(event["item"], id=f"item_{number}")
            event = dict(event, item=item)
        events.append(event)
    return [*events, ended(output=[])]


def of_output(*items: Json, status: str = "completed", **members: Any) -> Chunks:
    response = {**RESPONSE, "output": list(items), "status": status, **members}
    return stream(*events_of(response))


def message(text: str, kind: str = "output_text", number: int = 1) -> Json:
    member = "refusal" if kind == "refusal" else "text"
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": kind, member: text}],
    }


def by_place(reverse: bool) -> list[Json]:
    """Each item's events together, the last item first if `reverse`."""
    groups: dict[int, list[Json]] = {}
    for event in EVENTS:
        if "output_index" in event:
            groups.setdefault(event["output_index"], []).append(event)
    order = sorted(groups, reverse=reverse)
    return [*EVENTS[:2], *(event for index in order for event in groups[index])]


def interleaved() -> list[Json]:
    """The deltas of both calls in turns."""
    calls = [event for event in EVENTS if kinds("function_call_arguments.delta")(event)]
    first, second = ([e for e in calls if e["output_index"] == index] for index in (2, 3))
    turns = [event for pair in zip(first, second, strict=True) for event in pair]
    rest = [event for event in EVENTS if event not in calls]
    added = [event for event in rest if kinds("output_item.added")(event)]
    return [*EVENTS[:2], *added, *turns, *[e for e in rest[2:] if e not in added]]


THOUGHTS = "0123456789abcde\n" * (10 * 1024 * 1024 // 16)
LONG = {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": THOUGHTS}]}

CASES = [
    Case("as it should be", stream(*EVENTS), WHOLE),
    Case("lines that end in CRLF", stream(raw(EVENTS, "\r\n")), WHOLE),
    Case("lines that end in CR", stream(raw(EVENTS, "\r")), WHOLE),
    Case("comments in between", stream(raw(EVENTS, between=": keep-alive\n\n")), WHOLE),
    Case("seven bytes at a time", stream(*pieces_of(raw(EVENTS), 7)), WHOLE),
    Case("no blank line at the end", stream(raw(EVENTS)[:-2]), WHOLE),
    Case("keep-alive events", stream({"type": "keepalive"}, *EVENTS), WHOLE),
    Case("events of a later day", stream({"type": "response.sparkle.delta"}, *EVENTS), WHOLE),
    Case("an end that is marked, too", stream(*EVENTS, done=True), WHOLE),
    Case("two ends", stream(*EVENTS, LAST), WHOLE),
    Case("something behind the end", stream(*EVENTS, b"data: {never\n\n"), WHOLE),
    Case("another name of the end", stream(*EVENTS[:-1], {**LAST, "type": "response.done"}), WHOLE),
    Case("no end, but the mark of one", stream(*EVENTS[:-1], done=True), WHOLE),
    Case("the mark of an end within an item", stream(*EVENTS[:-4], done=True), StreamCutError),
    Case("no end", stream(*EVENTS[:-1]), StreamCutError),
    Case("nothing", stream(), StreamCutError),
    Case("nothing but the beginning", stream(*EVENTS[:2]), StreamCutError),
    Case("cut in the reasoning", stream(*before("output_item.done")), StreamCutError),
    Case("cut in the text", stream(*before("output_text.done")), StreamCutError),
    Case("cut in arguments", stream(*before("function_call_arguments.done")), StreamCutError),
    Case("cut between two calls", stream(*before("output_item.done", nth=3)), StreamCutError),
    Case("cut in an event", stream(raw(EVENTS)[:-900]), GarbledReplyError),
    Case("arguments that end early", stream(*but("function_call_arguments.done")), WHOLE),
    Case("only whole arguments", stream(*but("function_call_arguments.delta")), WHOLE),
    Case("no deltas", stream(*EVENTS[:2], LAST), WHOLE),
    Case("only the end", stream(LAST), WHOLE),
    Case("an end without items", stream(*EVENTS[:-1], ended(output=[])), WHOLE),
    Case("an end with null for items", stream(*EVENTS[:-1], ended(output=None)), WHOLE),
    Case("an end with some items", stream(*EVENTS[:-1], ended(output=OUTPUT[:2])), WHOLE),
    Case("no whole items", stream(*but("output_item.done", "completed"), ended(output=[])), WHOLE),
    Case("items that are none", stream(*EVENTS[:-1], ended(output=[None, *OUTPUT, 5])), WHOLE),
    Case("an item that is none", stream({**EVENTS[2], "item": None}, *EVENTS), WHOLE),
    Case(
        "deltas that are none",
        stream(*EVENTS[:-1], *({**EVENTS[4], "delta": each} for each in (None, 5, [5])), LAST),
        WHOLE,
    ),
    Case("items twice", stream(*by_place(False), *by_place(False), ended(output=[])), WHOLE),
    Case("the last item first", stream(*by_place(True), ended(output=[])), WHOLE),
    Case("two calls in turns", stream(*interleaved()[:-1], ended(output=[])), WHOLE),
    Case("other ids in every event", stream(*renamed()), WHOLE),
    Case(
        "no places",
        stream(*(without(e, "output_index") for e in EVENTS[:-1]), ended(output=[])),
        WHOLE,
    ),
    Case(
        "one place for all",
        stream(
            *({**e, "output_index": 0} if "output_index" in e else e for e in EVENTS[:-1]),
            ended(output=[]),
        ),
        WHOLE,
    ),
    Case(
        "neither places nor ids",
        stream(*(without(e, "output_index", "item_id") for e in EVENTS[:-1]), ended(output=[])),
        WHOLE,
    ),
    Case("a text that was otherwise", of_output(message("Yes.")), ("Yes.", [], STOP)),
    Case(
        "two messages",
        of_output(message("First."), message("Second.", number=2)),
        ("First.\n\nSecond.", [], STOP),
    ),
    Case("a refusal", of_output(message("I won't.", "refusal")), ("I won't.", [], FILTER)),
    Case(
        "an item of a later day",
        of_output({"id": "sp_1", "type": "sparkle"}, message("Hi.")),
        ("Hi.", [], STOP),
    ),
    Case("no items at all", of_output(), ("", [], STOP)),
    Case(
        "cut for its length",
        of_output(
            *OUTPUT[:2], status="incomplete", incomplete_details={"reason": "max_output_tokens"}
        ),
        ("Let me look.", [], LENGTH),
    ),
    Case(
        "filtered",
        of_output(
            *OUTPUT[:2], status="incomplete", incomplete_details={"reason": "content_filter"}
        ),
        ("Let me look.", [], FILTER),
    ),
    Case(
        "incomplete for some other reason",
        of_output(*OUTPUT, status="incomplete", incomplete_details={"reason": "sparkle"}),
        StreamCutError,
    ),
    Case(
        "incomplete for no reason",
        of_output(*OUTPUT, status="incomplete", incomplete_details=None),
        StreamCutError,
    ),
    Case(
        "cancelled",
        stream(*EVENTS[:-1], {**LAST, **ended(status="cancelled"), "type": "response.completed"}),
        StreamCutError,
    ),
    Case("failed for a rate limit", failed("rate_limit_exceeded"), RateLimitedError),
    Case("failed inside", failed("server_error"), UnavailableError),
    Case("failed, overloaded", failed("server_is_overloaded"), UnavailableError),
    Case("failed for no reason", failed(None), UnavailableError),
    Case("failed for the context", failed("context_length_exceeded"), ContextOverflowError),
    Case("failed for money", failed("insufficient_quota"), RequestRejectedError),
    Case("failed for the prompt", failed("invalid_prompt"), RequestRejectedError),
    Case("failed for a policy", failed("cyber_policy"), RequestRejectedError),
    Case(
        "an error event",
        stream(*EVENTS[:5], {"type": "error", "code": "rate_limit_exceeded", "message": "slow"}),
        RateLimitedError,
    ),
    Case(
        "an error event of another form",
        stream(*EVENTS[:5], {"type": "error", "error": {"type": "server_error", "message": "x"}}),
        UnavailableError,
    ),
    Case(
        "an error and no event",
        stream(*EVENTS[:5], {"error": {"message": "too long", "code": "context_length_exceeded"}}),
        ContextOverflowError,
    ),
    Case("what is not JSON", stream(*EVENTS[:5], b"data: {broken\n\n"), GarbledReplyError),
    Case("JSON that is no object", stream(*EVENTS[:5], b"data: [1]\n\n"), GarbledReplyError),
    Case(
        "a reply in the chat format",
        stream({"object": "chat.completion.chunk", "choices": []}, done=True),
        GarbledReplyError,
    ),
    Case(
        "a limit in headers",
        Status(429, {"error": {"message": "slow down"}}, {"Retry-After": "7"}),
        RateLimitedError,
    ),
    Case("a page of a proxy", Status(502, "<html>Bad gateway"), UnavailableError),
    Case("a page instead of a reply", Status(200, "<html>Welcome"), GarbledReplyError),
    Case(
        "ten megabytes of reasoning",
        Chunks(list(events_of({**RESPONSE, "output": [LONG, message("Hi.")]}, piece=64 * 1024))),
        ("Hi.", [], STOP),
    ),
    Case("a stall", Reply("Let me look.", pause_s=30), ModelTimeoutError),
]


async def _ask(url: str, progress: list[ModelProgress], idle_s: float) -> ModelReply:
    model = OpenAiCompatibleModel(
        "m",
        Responses("m", ResponsesDialect("responses here m")),
        api_base=f"{url}/v1",
        api_key=None,
        timeout_s=60,
        idle_s=idle_s,
        stream=True,
    )
    request = ModelRequest((SystemMessage("Be brief."), UserMessage("Hello?")))
    async with aclosing(model):
        return await model.complete(request, progress.append)


def outcome(
    behaviour: Behaviour, *, idle_s: float = 30
) -> tuple[ModelReply | ModelFault, list[ModelProgress]]:
    progress: list[ModelProgress] = []
    with ProviderServer([behaviour]) as server:
        try:
            return asyncio.run(asyncio.wait_for(_ask(server.url, progress, idle_s), 20)), progress
        except ModelFault as fault:
            return fault, progress


@table("case", CASES, ids=lambda case: case.name)
def test_a_stream_ends_in_the_right_fault_or_the_right_reply(case: Case) -> None:
    stalls = case.expected is ModelTimeoutError
    result, progress = outcome(case.behaviour, idle_s=SHORT_S if stalls else 30)
    if isinstance(case.expected, type):
        assert isinstance(result, case.expected), result
        return
    assert isinstance(result, ModelReply), result
    arguments = [call.arguments for call in result.calls]
    assert (result.text, arguments, result.finish) == case.expected
    shown = "".join(each.text for each in progress if isinstance(each, TextDelta))
    assert shown == result.text
    thoughts = "".join(each.text for each in progress if isinstance(each, ReasoningDelta))
    assert thoughts == result.reasoning


def test_a_model_that_thinks_out_of_sight_is_waited_for() -> None:
    thought: Json = {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "e"}
    events = list(events_of({**RESPONSE, "output": [thought, message("Hi.")]}))
    [begun] = [
        at
        for at, event in enumerate(events)
        if event["type"] == "response.output_item.added" and event["item"]["type"] == "reasoning"
    ]
    silent = [*events[: begun + 1], 3 * SHORT_S, *events[begun + 1 :]]
    result, _ = outcome(Chunks(silent, done=False), idle_s=SHORT_S)
    assert isinstance(result, ModelReply), result
    assert result.text == "Hi."
    text_begun = next(at for at, event in enumerate(events) if "delta" in event)
    stalled = [*events[: text_begun + 1], 30.0, *events[text_begun + 1 :]]
    fault, _ = outcome(Chunks(stalled, done=False), idle_s=SHORT_S)
    assert isinstance(fault, ModelTimeoutError), fault


def test_bytes_that_keep_the_connection_alive_are_life() -> None:
    events = list(events_of({**RESPONSE, "output": [message("Hi.")]}))
    alive: list[bytes | float] = [b": keep-alive\n\n", SHORT_S / 2] * 5
    result, _ = outcome(Chunks([events[0], *alive, *events[1:]], done=False), idle_s=SHORT_S)
    assert isinstance(result, ModelReply), result


def test_the_wait_that_a_failure_names_is_waited() -> None:
    behaviour = failed("rate_limit_exceeded", "Rate limit reached. Please try again in 11.054s.")
    fault, _ = outcome(behaviour)
    assert isinstance(fault, RateLimitedError)
    assert fault.retry_after_s == 11.054
