"""How requests carry what the user wants, by whom they go to."""

import asyncio
from typing import Any

import pytest
from tests.support.table import table

from architect.adapters.models.chat.completions import ChatCompletions
from architect.adapters.models.chat.dialect import ChatDialect, dialect_of
from architect.adapters.models.litellm.effort import litellm_effort
from architect.adapters.models.ollama.chat_format import OllamaChat
from architect.adapters.models.openai_compatible.request_body import request_body
from architect.adapters.models.openai_compatible.wire_format import WireFormat
from architect.adapters.models.reasoning_effort import EffortModel
from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.adapters.models.request_options import RequestOptions
from architect.adapters.models.responses.dialect import responses_dialect
from architect.adapters.models.responses.format import Responses
from architect.domain.errors import RequestRejectedError
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.ports.model import ProgressListener

OFF: dict[str, Any] = {"type": "disabled"}
DEEPSEEK: dict[str, Any] = {"thinking": {"type": "enabled"}, "reasoning_effort": "max"}


def chat(api_base: str) -> WireFormat:
    return ChatCompletions("m", dialect_of("m", api_base=api_base, proxy=False, caching=None))


OPENAI = "https://api.openai.com/v1"
RESPONSES = Responses("m", responses_dialect("m", api_base=OPENAI, reasons=True))
OLLAMA = OllamaChat("m", ChatDialect(), num_ctx=8)
MEMBERS: list[tuple[WireFormat, str | None, dict[str, Any]]] = [
    (chat(OPENAI), None, {}),
    (chat(OPENAI), "xhigh", {"reasoning_effort": "xhigh"}),
    (RESPONSES, "xhigh", {"reasoning": {"summary": "auto", "effort": "xhigh"}}),
    (chat("http://localhost:8000/v1"), "none", {"reasoning_effort": "none"}),
    (OLLAMA, "none", {"think": False}),
    (OLLAMA, "medium", {"think": "medium"}),
    (OLLAMA, "max", {"think": "high"}),
    (chat("https://api.deepseek.com/v1"), "none", {"thinking": OFF}),
    (chat("https://api.deepseek.com"), "max", DEEPSEEK),
]
LIMITS: list[tuple[WireFormat, dict[str, Any]]] = [
    (chat(OPENAI), {"max_completion_tokens": 9, "temperature": 0.5}),
    (chat("https://me.openai.azure.com"), {"max_completion_tokens": 9, "temperature": 0.5}),
    (chat("http://localhost:8000/v1"), {"max_tokens": 9, "temperature": 0.5}),
    (RESPONSES, {"max_output_tokens": 9, "temperature": 0.5}),
    (OLLAMA, {"options": {"num_ctx": 8, "num_predict": 9, "temperature": 0.5}}),
]
LITELLM: list[tuple[str, str | None, dict[str, Any]]] = [
    ("anthropic/claude-opus-5", None, {}),
    ("anthropic/claude-opus-5", "none", {"thinking": OFF}),
    ("anthropic/claude-opus-5", "low", {"reasoning_effort": "low", "max_tokens": 9}),
    ("openrouter/anthropic/claude-opus-5", "none", {"reasoning_effort": "none"}),
    ("gemini/gemini-2.5-flash", "none", {"reasoning_effort": "none"}),
    ("deepseek/deepseek-v4-pro", "max", {"extra_body": DEEPSEEK}),
]


@table(("wire", "effort", "members"), MEMBERS)
def test_a_request_carries_it(
    wire: WireFormat, effort: str | None, members: dict[str, Any]
) -> None:
    assert_says(wire, RequestOptions(reasoning_effort=effort), members)


@table(("wire", "members"), LIMITS)
def test_a_limit_and_a_temperature_have_the_names_of_the_format(
    wire: WireFormat, members: dict[str, Any]
) -> None:
    assert_says(wire, RequestOptions(max_output_tokens=9, temperature=0.5), members)


def assert_says(wire: WireFormat, options: RequestOptions, members: dict[str, Any]) -> None:
    """Fail unless `members` are all that a request says beyond one without wishes."""
    request = ModelRequest((SystemMessage("s"), UserMessage("u")))
    plain = wire.body(request, stream=True)
    told = request_body(wire, request, options, stream=True)
    assert {name: told[name] for name in told if told[name] != plain.get(name)} == members


@table(("name", "effort", "arguments"), LITELLM)
def test_litellm_is_told_it(name: str, effort: str | None, arguments: dict[str, Any]) -> None:
    assert litellm_effort(effort, name, longest_reply=9) == arguments
    without = litellm_effort(effort, name, longest_reply=None)
    assert without.keys() == arguments.keys() - {"max_tokens"}


class Refusing(ScriptedModel):
    def __init__(self, words: str) -> None:
        super().__init__([ScriptedReply()])
        self._words = words

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        raise RequestRejectedError(self._words)


@table(
    ("words", "told"),
    [
        (
            "Unsupported value: 'reasoning.effort'",
            "llm.reasoning_effort (--reasoning) is 'xhigh', which is refused",
        ),
        ("thinking: Extra inputs are not permitted", "leave it out, or choose another one"),
        ('"qwen2.5" does not support thinking', "leave it out, or choose another one"),
        ("The `reasoning_content` in the thinking mode must be passed back", "passed back"),
        ("no such tool", "no such tool"),
    ],
)
def test_a_refusal_of_it_names_the_setting_and_others_do_not(words: str, told: str) -> None:
    model = EffortModel(Refusing(words), "xhigh")
    request = ModelRequest((SystemMessage("s"), UserMessage("u")))
    with pytest.raises(RequestRejectedError) as raised:
        asyncio.run(model.complete(request, lambda _: None))
    assert told in str(raised.value)
    assert words in str(raised.value)
    assert ("--reasoning" in str(raised.value)) == (told not in words)
