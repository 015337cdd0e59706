"""Reasoning goes back to servers that insist on it, in a conversation of several turns."""

import asyncio
from dataclasses import replace

from tests.support.provider_server import Call, ProviderServer
from tests.support.strict_chat import (
    StrictChat,
    StrictDeepSeek,
    StrictGemini,
    StrictMistral,
    Turn,
)
from tests.support.table import table

from architect.adapters.models.chat.completions import ChatCompletions
from architect.adapters.models.chat.dialect import ChatDialect, dialect_of
from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import ModelProgress, ModelRequest, ReasoningDelta

TURNS = (
    Turn("I need the file.", calls=(Call("read_file", '{"path": "a"}', "c1"),)),
    Turn("", calls=(Call("grep", "{}", "c2"), Call("grep", "{}", "c3"))),
    Turn("That is all.", "Done."),
    Turn("Once more.", "Again.", (Call("grep", "{}", "c4"),)),
    Turn("", "Really done."),
)
FOREIGN = AssistantMessage("", (ToolCall(CallId("f" * 300), "grep", "{}"),))
"""A call of another model, with an id that is longer than some take."""

_BASES: dict[type[StrictChat], tuple[str, str]] = {
    StrictDeepSeek: ("https://api.deepseek.com/v1", "deepseek-v4"),
    StrictGemini: ("https://generativelanguage.googleapis.com/v1beta/openai", "gemini-3.5-flash"),
    StrictMistral: ("https://api.mistral.ai/v1", "mistral-large"),
}


def _dialect(kind: type[StrictChat]) -> ChatDialect:
    base, name = _BASES[kind]
    return dialect_of(name, api_base=base, proxy=False, caching=None)


async def _talk(
    url: str, dialect: ChatDialect, earlier: tuple[Message, ...]
) -> tuple[list[str], str]:
    """All turns, each call answered, each end followed by a new task.

    What is given back is the reasoning of the replies, and what was shown of it.
    """
    model = OpenAiCompatibleModel(
        "m",
        ChatCompletions("m", dialect),
        api_base=f"{url}/v1",
        api_key=None,
        timeout_s=60,
        idle_s=30,
        stream=True,
    )
    messages = [SystemMessage("s"), UserMessage("Go."), *earlier]
    seen: list[ModelProgress] = []
    thought: list[str] = []
    try:
        for turn in TURNS:
            reply = await model.complete(ModelRequest(tuple(messages)), seen.append)
            assert reply.text == turn.text
            thought.append(reply.reasoning)
            messages.append(AssistantMessage(reply.text, reply.calls, reply.items))
            messages += [ToolMessage(call.id, call.name, "found") for call in reply.calls]
            if not reply.calls:
                messages.append(UserMessage("Next."))
    finally:
        await model.aclose()
    shown = "".join(each.text for each in seen if isinstance(each, ReasoningDelta))
    return thought, shown


@table(
    ("kind", "changed", "refusals"),
    [
        (StrictDeepSeek, {}, 0),
        # Somewhere else, under a name that says nothing: found out once
        (StrictDeepSeek, {"reasoning": "as_sent"}, 1),
        (StrictGemini, {}, 0),
        (StrictMistral, {}, 1),
    ],
)
def test_a_conversation_is_told_as_the_server_wants_it(
    kind: type[StrictChat], changed: dict[str, str], refusals: int
) -> None:
    earlier = (FOREIGN, ToolMessage(FOREIGN.calls[0].id, "grep", "found"))
    server = kind(TURNS)
    dialect = replace(_dialect(kind), **changed)
    with ProviderServer(server.judges()) as provider:
        thought, shown = asyncio.run(_talk(provider.url, dialect, earlier))
    assert len(server.refusals) == refusals, server.refusals
    assert thought == [turn.reasoning if kind.tells_reasoning else "" for turn in TURNS]
    assert shown == "".join(thought)
