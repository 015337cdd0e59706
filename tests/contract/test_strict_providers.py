"""Conversations through the real LiteLLM, with servers as strict as the providers themselves."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from typing import Protocol

import pytest
from tests.support.provider_server import Judge, ProviderServer
from tests.support.reply_blocks import (
    Blocks,
    Called,
    Redacted,
    Said,
    Thought,
    calls_of,
    text_of,
    thoughts_of,
)
from tests.support.rig import reply_event, started_event
from tests.support.strict_anthropic import StrictAnthropic
from tests.support.strict_bedrock import StrictBedrock
from tests.support.strict_gemini import StrictGemini
from tests.support.table import table

from architect.adapters.models.litellm.model import LiteLlmModel
from architect.adapters.models.request_options import RequestOptions
from architect.adapters.records.journal_reader import records_of
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ContextCompacted, ModelItems
from architect.domain.journal.state import AgentState
from architect.domain.messages import AssistantMessage, Message, ToolCall
from architect.domain.model_exchange import ModelProgress, ModelReply, ModelRequest, ToolSchema
from architect.domain.provider_items import provider_items

pytestmark = [
    pytest.mark.filterwarnings(
        r"ignore:Accessing the 'model_(computed_)?fields' attribute on the instance is deprecated"
    ),
    pytest.mark.filterwarnings(r"ignore:Item '\w+' on TypedDict class .* `ReadOnly` qualifier"),
]

GREP: ToolSchema = {
    "type": "function",
    "function": {
        "name": "grep",
        "description": "Find text.",
        "parameters": {"type": "object", "properties": {"pattern": {"type": "string"}}},
    },
}
REPLIES: Sequence[Blocks] = (
    (
        Thought("I need the file."),
        Said("Let me look.", signed=True),
        Called("grep", {"pattern": "a"}, "t1"),
    ),
    (
        Thought("First this."),
        Redacted("secret"),
        Thought("Then that.", hidden=True),
        Called("grep", {"pattern": "b"}, "t2"),
        Called("grep", {"pattern": "b"}, "t3"),
    ),
    (Redacted("more"), Called("grep", {"pattern": "c"}, "t4")),
    (
        Thought("Once."),
        Said("Found it."),
        Thought("Twice."),
        Called("grep", {"pattern": "d"}, "t5"),
    ),
    (Said("Without a thought."), Called("grep", {"pattern": "ü\n"}, "t6")),
    (Thought("That is all."), Said("Done.", signed=True)),
    (Said("Ha."), Thought("Now again."), Said("Well."), Called("grep", {"pattern": "e"}, "t7")),
    (Thought("Enough.", hidden=True), Said("Really done.")),
)
FOREIGN_CALLS = tuple(ToolCall(CallId(f"call_|fc_{at}" + "f" * 300), "grep", "{}") for at in "12")
"""Of another provider, with ids that are too long elsewhere, and that differ early."""
FOREIGN = ModelReply(
    "Hm.",
    FOREIGN_CALLS,
    items=provider_items("chat elsewhere m", [{"message": {"reasoning_content": "x"}}], tokens=3),
)


class Journaled:
    """A conversation as its journal tells it, in lines that are written and read again."""

    def __init__(self, opening: str) -> None:
        self._lines: list[bytes] = []
        self._step = 0
        self.tell(started_event(opening=opening))

    @property
    def messages(self) -> tuple[Message, ...]:
        records = records_of([line[:-1] for line in self._lines], shown_as="journal")
        return reduce(apply, (record.event for record in records), AgentState()).messages

    def tell(self, *events: Event) -> None:
        for event in events:
            number = len(self._lines) + 1
            self._lines.append(record_line(Record(RunId("r.1"), number, datetime.now(UTC), event)))

    def tell_reply(self, reply: ModelReply) -> None:
        """A reply and results of its calls; behind one without calls, the session is resumed."""
        self._step += 1
        if reply.items:
            self.tell(ModelItems(items=reply.items))
        self.tell(reply_event(self._step, *reply.calls, text=reply.text))
        self.tell(*(_found(self._step, call) for call in reply.calls))
        if not reply.calls:
            self.tell(started_event(opening="Next."))

    def compact(self) -> None:
        """Leave out all steps but the last two."""
        steps = sum(isinstance(each, AssistantMessage) for each in self.messages)
        self.tell(
            ContextCompacted(
                dropped_steps=steps - 2, tokens_before=9, tokens_after=5, note="Steps are left out."
            )
        )


def _found(step: int, call: ToolCall) -> ToolFinished:
    return ToolFinished(
        step=step,
        call_id=call.id,
        name=call.name,
        path=None,
        success=True,
        error=None,
        text="found",
        duration_s=0,
    )


class StrictServer(Protocol):
    refusals: list[str]

    def __init__(self, replies: Sequence[Blocks]) -> None: ...
    def judges(self) -> Iterator[Judge]: ...


COMPACTED_BEFORE = 4
"""The number of a reply in the middle of the calls of a task."""


@dataclass(frozen=True)
class Provider:
    """How LiteLLM is told to ask it, and where."""

    server: type[StrictServer]
    name: str


ANTHROPIC = Provider(StrictAnthropic, "anthropic/claude-opus-4-7")
BEDROCK = Provider(StrictBedrock, "bedrock/converse/us.anthropic.claude-opus-4-7")
GEMINI = Provider(StrictGemini, "gemini/gemini-3.5-pro")
OLDER_GEMINI = Provider(StrictGemini, "gemini/gemini-2.5-pro")


async def _talk(model: LiteLlmModel, replies: Sequence[Blocks], opening: str) -> str:
    """All replies, each end followed by a new task; what was shown of their reasoning."""
    seen: list[ModelProgress] = []
    thought = ""
    conversation = Journaled(opening)
    conversation.tell_reply(FOREIGN)
    for number, expected in enumerate(replies):
        if number == COMPACTED_BEFORE:
            conversation.compact()
        reply = await model.complete(ModelRequest(conversation.messages, (GREP,)), seen.append)
        assert reply.text == text_of(expected)
        assert [call.name for call in reply.calls] == [call.name for call in calls_of(expected)]
        thought += reply.reasoning
        conversation.tell_reply(reply)
    return thought


async def _talk_to(
    url: str,
    name: str,
    *,
    stream: bool,
    effort: str | None = None,
    replies: Sequence[Blocks] = REPLIES,
    opening: str = "Go.",
) -> str:
    model = LiteLlmModel(
        name,
        api_base=url,
        api_key="sk-1",
        timeout_s=60,
        idle_s=30,
        stream=stream,
        options=RequestOptions(reasoning_effort=effort),
    )
    try:
        return await _talk(model, replies, opening)
    finally:
        await model.aclose()


@table(
    ("provider", "stream"),
    [
        (provider, stream)
        for provider in (ANTHROPIC, BEDROCK, GEMINI, OLDER_GEMINI)
        for stream in (True, False)
    ],
)
def test_a_conversation_goes_back_as_it_came(provider: Provider, stream: bool) -> None:
    server = provider.server(REPLIES)

    with ProviderServer(server.judges()) as http:
        thought = asyncio.run(_talk_to(http.url, provider.name, stream=stream))
    assert not server.refusals
    assert thought == "".join(map(thoughts_of, REPLIES))


def test_a_task_that_another_model_began_is_done_without_a_budget_for_thinking() -> None:
    server = StrictAnthropic(REPLIES)
    with ProviderServer(server.judges()) as http:
        name = "anthropic/claude-sonnet-4-5"
        thought = asyncio.run(_talk_to(http.url, name, stream=True, effort="high"))
        asked = [received.body["thinking"]["type"] for received in http.requests]
    assert thought == "".join(map(thoughts_of, REPLIES))
    assert asked.count("enabled") == len(REPLIES)
    assert asked.count("disabled") == len(server.refusals)
    assert 0 < len(server.refusals) < len(REPLIES)


MANY_CALLS = tuple(Called("grep", {"pattern": f"{number}"}, f"t{number}") for number in range(25))


@table(("server_type", "name"), [(StrictAnthropic, ANTHROPIC.name), (StrictBedrock, BEDROCK.name)])
def test_a_step_of_more_calls_than_a_cache_looks_back_is_found(
    server_type: type[StrictAnthropic | StrictBedrock], name: str
) -> None:
    replies = (MANY_CALLS, (Called("grep", {}, "last"),), (Said("All of it."),))
    server = server_type(replies)
    with ProviderServer(server.judges()) as http:
        asyncio.run(_talk_to(http.url, name, stream=True, replies=replies, opening="word " * 1000))
    assert not server.refusals
    first, second, third = server.uses
    assert (second.read, third.read) == (first.total, second.total)
