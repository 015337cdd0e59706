"""How replies of Gemini's and Bedrock's own formats end, through the real LiteLLM."""

import asyncio
from typing import Any

import pytest
from tests.support.aws_event_stream import event_frame
from tests.support.provider_server import Behaviour, Chunks, ProviderServer, Status
from tests.support.table import table

from architect.adapters.models.litellm.model import LiteLlmModel
from architect.domain.errors import (
    AuthenticationFailedError,
    ContextOverflowError,
    ModelFault,
    RateLimitedError,
    StreamCutError,
    UnavailableError,
)
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import FinishReason, ModelReply, ModelRequest

pytestmark = [
    pytest.mark.filterwarnings(
        r"ignore:Accessing the 'model_(computed_)?fields' attribute on the instance is deprecated"
    ),
    pytest.mark.filterwarnings(r"ignore:Item '\w+' on TypedDict class .* `ReadOnly` qualifier"),
]

GEMINI = "gemini/gemini-3.5-pro"
BEDROCK = "bedrock/converse/us.anthropic.claude-opus-4-7"
CALL: dict[str, Any] = {"functionCall": {"name": "grep", "args": {}}}


def google(text: str, finish: str | None = None, *parts: dict[str, Any]) -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": text}, *parts]}
    return {
        "candidates": [{"content": content, "index": 0, "finishReason": finish}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
    }


def google_error(status: int, message: str) -> dict[str, Any]:
    return {"error": {"code": status, "message": message, "status": "X", "details": []}}


def gemini(*events: dict[str, Any]) -> Chunks:
    return Chunks(events, done=False)


def converse(stop: str | None, *, cut: int = 0) -> Status:
    """A stream of one text; `stop` is why it ends, `cut` how many bytes are missing."""
    delta = {"contentBlockIndex": 0, "delta": {"text": "Half"}}
    events = [("messageStart", {"role": "assistant"}), ("contentBlockDelta", delta)]
    if stop:
        events.append(("messageStop", {"stopReason": stop}))
    body = b"".join(event_frame(*event) for event in events)
    body = body[: len(body) - cut]
    return Status(200, body, content_type="application/vnd.amazon.eventstream")


def amazon(status: int, message: str) -> Status:
    return Status(status, {"message": message})


def outcome(name: str, behaviour: Behaviour, *, stream: bool = True) -> ModelReply | ModelFault:
    async def ask(url: str) -> ModelReply:
        model = LiteLlmModel(
            name,
            api_base=url,
            api_key="sk-1",
            timeout_s=60,
            idle_s=30,
            stream=stream,
            prompt_caching=None,
        )
        try:
            request = ModelRequest((SystemMessage("s"), UserMessage("u")))
            return await model.complete(request, lambda _: None)
        finally:
            await model.aclose()

    with ProviderServer([behaviour]) as server:
        try:
            return asyncio.run(ask(server.url))
        except ModelFault as fault:
            return fault


@table(
    ("name", "behaviour", "expected"),
    [
        (GEMINI, gemini(google("Ha"), google("lf", "STOP")), FinishReason.STOP),
        (GEMINI, gemini(google("Half", "STOP", CALL)), FinishReason.TOOL_CALLS),
        (GEMINI, gemini(google("Half", None, CALL), google("", "STOP")), FinishReason.TOOL_CALLS),
        (GEMINI, gemini(google("Half", "MAX_TOKENS")), FinishReason.LENGTH),
        (GEMINI, gemini(google("Half", "SAFETY")), FinishReason.CONTENT_FILTER),
        (GEMINI, gemini(google("Half")), StreamCutError),
        (GEMINI, gemini(google("Half", None, CALL)), StreamCutError),
        (GEMINI, gemini(google("Half", "MALFORMED_FUNCTION_CALL")), StreamCutError),
        (GEMINI, gemini(google("Half"), google_error(503, "overloaded")), UnavailableError),
        (GEMINI, Status(400, google_error(400, "API key not valid.")), AuthenticationFailedError),
        (GEMINI, Status(429, google_error(429, "Slow down.")), RateLimitedError),
        (GEMINI, Status(503, google_error(503, "The model is overloaded.")), UnavailableError),
        (
            GEMINI,
            Status(
                400,
                google_error(
                    400,
                    "The input token count (1200000) exceeds the maximum number of tokens allowed "
                    "(1048576).",
                ),
            ),
            ContextOverflowError,
        ),
        (BEDROCK, converse("end_turn"), FinishReason.STOP),
        (BEDROCK, converse("max_tokens"), FinishReason.LENGTH),
        (BEDROCK, converse("model_context_window_exceeded"), FinishReason.LENGTH),
        (BEDROCK, converse("guardrail_intervened"), FinishReason.CONTENT_FILTER),
        (BEDROCK, converse(None), StreamCutError),
        (BEDROCK, converse("malformed_model_output"), StreamCutError),
        (BEDROCK, converse("end_turn", cut=20), UnavailableError),
        (BEDROCK, amazon(403, "The security token is invalid."), AuthenticationFailedError),
        (BEDROCK, amazon(429, "Too many requests."), RateLimitedError),
        (BEDROCK, amazon(400, "Input is too long for requested model."), ContextOverflowError),
        (BEDROCK, amazon(503, "busy"), UnavailableError),
    ],
)
def test_a_stream_ends_as_its_provider_says(
    name: str, behaviour: Behaviour, expected: FinishReason | type[ModelFault]
) -> None:
    found = outcome(name, behaviour)
    if isinstance(expected, type):
        assert isinstance(found, expected), found
    else:
        assert isinstance(found, ModelReply), found
        assert (found.text, found.finish) == ("Half", expected)


def _answer(stop: str) -> Status:
    message = {"role": "assistant", "content": [{"text": "Half"}]}
    usage = {"inputTokens": 10, "outputTokens": 5, "totalTokens": 15}
    return Status(200, {"output": {"message": message}, "stopReason": stop, "usage": usage})


@table(
    ("name", "behaviour", "expected"),
    [
        (GEMINI, Status(200, google("Half", "STOP")), FinishReason.STOP),
        (GEMINI, Status(200, google("Half", "MAX_TOKENS")), FinishReason.LENGTH),
        (GEMINI, Status(200, google("Half", "MALFORMED_FUNCTION_CALL")), StreamCutError),
        (BEDROCK, _answer("end_turn"), FinishReason.STOP),
        (BEDROCK, _answer("model_context_window_exceeded"), FinishReason.LENGTH),
        (BEDROCK, _answer("malformed_model_output"), StreamCutError),
    ],
)
def test_so_does_a_reply_that_is_not_streamed(
    name: str, behaviour: Behaviour, expected: FinishReason | type[ModelFault]
) -> None:
    found = outcome(name, behaviour, stream=False)
    kind = found.finish if isinstance(found, ModelReply) else type(found)
    assert kind == expected, found
