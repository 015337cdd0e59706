"""How requests carry an effort, by whom they go to."""

import asyncio
from typing import Any

import pytest
from tests.support.table import table

from architect.adapters.models.reasoning_effort import EffortModel, effort_members, litellm_effort
from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.domain.errors import RequestRejectedError
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.ports.model import ProgressListener

OFF: dict[str, Any] = {"type": "disabled"}
DEEPSEEK: dict[str, Any] = {"thinking": {"type": "enabled"}, "reasoning_effort": "max"}
CHAT, RESPONSES, OLLAMA = "/chat/completions", "/responses", "/api/chat"
MEMBERS: list[tuple[str, str, str | None, dict[str, Any]]] = [
    ("https://api.openai.com/v1", CHAT, None, {}),
    ("https://api.openai.com/v1", CHAT, "xhigh", {"reasoning_effort": "xhigh"}),
    ("https://api.openai.com/v1", RESPONSES, "xhigh", {"reasoning": {"effort": "xhigh"}}),
    ("http://localhost:8000/v1", CHAT, "none", {"reasoning_effort": "none"}),
    ("http://localhost:11434", OLLAMA, "none", {"think": False}),
    ("http://localhost:11434", OLLAMA, "medium", {"think": "medium"}),
    ("http://localhost:11434", OLLAMA, "max", {"think": "high"}),
    ("https://api.deepseek.com/v1", CHAT, "none", {"thinking": OFF}),
    ("https://api.deepseek.com", CHAT, "max", DEEPSEEK),
]
LITELLM: list[tuple[str, str | None, dict[str, Any]]] = [
    ("anthropic/claude-opus-5", None, {}),
    ("anthropic/claude-opus-5", "none", {"thinking": OFF}),
    ("anthropic/claude-opus-5", "low", {"reasoning_effort": "low", "max_tokens": 9}),
    ("openrouter/anthropic/claude-opus-5", "none", {"reasoning_effort": "none"}),
    ("gemini/gemini-2.5-flash", "none", {"reasoning_effort": "none"}),
    ("deepseek/deepseek-v4-pro", "max", {"extra_body": DEEPSEEK}),
]


@table(("api_base", "path", "effort", "members"), MEMBERS)
def test_a_request_carries_it(
    api_base: str, path: str, effort: str | None, members: dict[str, Any]
) -> None:
    assert effort_members(effort, path=path, api_base=api_base) == members


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
