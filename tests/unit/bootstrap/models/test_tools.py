"""Models that call no tools."""

from collections.abc import Mapping

import pytest
from tests.support.table import table

from architect.adapters.models.faults.provider_faults import fault_for_status
from architect.bootstrap.models.litellm_map import capabilities_of
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.errors import ModelFault, ModelMissingError, RequestRejectedError, UserError

KEYS: Mapping[str, str] = {"OPENAI_API_KEY": "sk-o", "XAI_API_KEY": "sk-x", "DEEPSEEK_API_KEY": "d"}


def opened(model: str, **settings: object) -> None:
    llm = LlmSettings.model_validate({"model": model, **settings})
    open_model(llm, ModelSources(KEYS))


def test_one_that_is_known_to_call_none_is_refused_before_it_is_asked() -> None:
    with pytest.raises(UserError) as raised:
        opened("openai/gpt-5-chat")
    assert "openai/gpt-5-chat cannot call tools" in str(raised.value)
    assert "llm.assume_tools: true" in str(raised.value)
    with pytest.raises(UserError, match=r"llm\.fallbacks, 'xai/grok-4\.20-multi-agent'"):
        opened("openai/gpt-5.1", fallbacks=("xai/grok-4.20-multi-agent",))


@table(
    ("model", "settings"),
    [
        ("openai/gpt-5-chat", {"assume_tools": True}),
        ("openai/gpt-5-chat", {"api_base": "http://localhost:4000"}),
        ("openai/gpt-5-chat-latest", {}),
        ("openai/gpt-5.5-cyber", {}),
        ("deepseek/deepseek-reasoner", {}),
        ("openai/nobody-knows-it", {}),
    ],
)
def test_the_user_knows_better_and_what_nobody_noted_down_is_not_known(
    model: str, settings: dict[str, object]
) -> None:
    opened(model, **settings)


def test_the_map_is_believed_only_where_it_says_no() -> None:
    says_no = {"supports_function_calling": False}
    assert list(capabilities_of(says_no, "m")) == ["no_tools"]
    assert list(capabilities_of(says_no, "deepseek-reasoner")) == []
    assert list(capabilities_of({}, "m")) == []


REFUSALS = [
    (400, "registry.ollama.ai/library/gemma2:latest does not support tools"),
    (404, "No endpoints found that support tool use. To learn more about provider routing ..."),
    (400, "This model doesn't support tool use."),
    (400, "`tool calling` is not supported with this model"),
    (400, "Function calling is not supported for this model"),
    (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    (500, "tools param requires --jinja flag"),
]
OTHERS = [
    (400, "Function tools with reasoning_effort are not supported for gpt-5.6. Use /v1/responses."),
    (400, "tools.0.custom.input_schema: Field required"),
    (400, "tool_choice: unsupported value"),
    (400, "Streaming is not supported."),
]


@table(
    ("status", "said", "is_about_tools"),
    [*((*one, True) for one in REFUSALS), *((*one, False) for one in OTHERS)],
)
def test_a_refusal_of_tools_says_what_to_do(status: int, said: str, is_about_tools: bool) -> None:
    fault: ModelFault = fault_for_status(status, said)
    assert ("an agent needs a model that calls tools" in str(fault)) is is_about_tools
    assert not isinstance(fault, ModelMissingError)
    assert isinstance(fault, RequestRejectedError)
