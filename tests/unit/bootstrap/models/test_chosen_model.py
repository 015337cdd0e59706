"""Which model a user gets who has named none."""

from typing import Any

import pytest
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import ProviderServer, refused_url
from tests.support.table import table

from architect.bootstrap.models.chosen_model import FOUR_WAYS, with_model
from architect.bootstrap.models.known_providers import PROVIDERS
from architect.bootstrap.models.model_table import model_info
from architect.config.llm import LlmSettings
from architect.domain.errors import AuthenticationFailedError

NO_SERVERS = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}


def chosen(environ: dict[str, str], *, api_key: str | None = None, **settings: Any) -> str:
    llm = LlmSettings.model_validate(settings)
    return with_model(llm, {**NO_SERVERS, **environ}, api_key=api_key).model


@table(
    ("environ", "settings", "name"),
    [
        ({"ANTHROPIC_API_KEY": "k"}, {}, "anthropic/claude-sonnet-5-5"),
        ({"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": "k"}, {}, "openai/gpt-5.6-terra"),
        ({"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": ""}, {}, "anthropic/claude-sonnet-5-5"),
        ({"GOOGLE_API_KEY": "k", "GROQ_API_KEY": "k"}, {}, "gemini/gemini-3.8-flash"),
        ({"LITELLM_API_KEY": "k"}, {}, "openai/gpt-5.6-terra"),
        ({"ANTHROPIC_API_KEY": "k"}, {"model": "mistral/x"}, "mistral/x"),
        ({"ANTHROPIC_API_KEY": "k"}, {"api_base": "http://h:1/v1"}, "gpt-4.1"),
    ],
)
def test_the_model_follows_from_the_key_that_is_there(
    environ: dict[str, str], settings: dict[str, Any], name: str
) -> None:
    assert chosen(environ, **settings) == name


def test_a_key_on_the_command_line_is_openais() -> None:
    assert chosen({}, api_key="k") == "openai/gpt-5.6-terra"


def test_without_a_key_a_local_model_that_can_call_tools_is_taken() -> None:
    models = {"gemma:latest": model("vision"), "qwen3:latest": model("tools"), "b": model("tools")}
    with OllamaServer(models) as server:
        assert chosen({"OLLAMA_HOST": server.url}) == "ollama/qwen3"
        server.loaded["b"] = 8_192
        assert chosen({"OLLAMA_HOST": server.url}) == "ollama/b"
    idle = {"id": "a", "state": "not-loaded", "capabilities": ["tool_use"]}
    loaded = {"id": "m", "state": "loaded", "capabilities": ["tool_use"]}
    with ProviderServer([], pages={"/api/v0/models": {"data": [idle, loaded]}}) as studio:
        assert chosen({"LM_STUDIO_API_BASE": f"{studio.url}/v1"}) == "lm_studio/m"


def test_with_nothing_there_the_user_is_told_the_four_ways() -> None:
    with pytest.raises(AuthenticationFailedError) as caught:
        chosen({})
    assert FOUR_WAYS in str(caught.value)
    assert all(f"({number})" in FOUR_WAYS for number in (1, 2, 3, 4))


def test_what_is_chosen_is_known_to_call_tools() -> None:
    infos = {provider.default_model: model_info(provider.default_model) for provider in PROVIDERS}
    infos.pop("openrouter/anthropic/claude-sonnet-4.5")  # which our table has from its maker only
    assert [
        name for name, info in infos.items() if not (info and "tools" in info.capabilities)
    ] == []
