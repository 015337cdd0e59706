import pytest

from architect.bootstrap.models.keys import model_key
from architect.config.llm import LlmSettings

ENVIRON = {"OPENAI_API_KEY": "sk-openai", "GOOGLE_API_KEY": "sk-google"}
OWN_ADDRESS = "http://localhost:8000/v1"


def settings(model: str, *, api_base: str | None = None) -> LlmSettings:
    return LlmSettings(model=model, api_base=api_base)


@pytest.mark.parametrize(
    ("model", "key"),
    [
        ("gpt-4.1", "sk-openai"),
        ("gemini/gemini-2.5-pro", "sk-google"),
        ("claude-sonnet-4-5", None),
        ("Qwen/Qwen3", None),
    ],
)
def test_a_key_is_looked_for_in_the_variables_of_its_provider_only(
    model: str, key: str | None
) -> None:
    assert model_key(settings(model), ENVIRON).value == key


def test_the_variable_that_is_named_and_the_flag_go_first() -> None:
    environ = {**ENVIRON, "LITELLM_API_KEY": "sk-named"}
    assert model_key(settings("gpt-4.1"), environ).value == "sk-named"
    assert model_key(settings("gpt-4.1"), environ, api_key="sk-flag").value == "sk-flag"


@pytest.mark.parametrize("model", ["Qwen/Qwen3", "meta-llama/L", "mistralai/x", "local"])
def test_at_an_address_of_ones_own_a_name_of_no_provider_gets_the_key_of_openai(model: str) -> None:
    assert model_key(settings(model, api_base=OWN_ADDRESS), ENVIRON).value == "sk-openai"


def test_the_key_of_the_prefix_goes_before_the_key_of_openai() -> None:
    environ = {**ENVIRON, "QWEN_API_KEY": "sk-qwen"}
    assert model_key(settings("Qwen/Qwen3", api_base=OWN_ADDRESS), environ).value == "sk-qwen"


@pytest.mark.parametrize("model", ["anthropic/c", "mistral/m", "hosted_vllm/Qwen/x", "nano-gpt/x"])
def test_the_model_of_another_provider_never_gets_the_key_of_openai(model: str) -> None:
    assert model_key(settings(model, api_base=OWN_ADDRESS), ENVIRON).value is None
    proxied = LlmSettings(model=model, api_base=OWN_ADDRESS, mode="proxy")
    assert model_key(proxied, ENVIRON).value is None


def test_where_the_key_was_found_or_looked_for_is_told_without_it() -> None:
    model = settings("Qwen/Qwen3", api_base=OWN_ADDRESS)
    found = model_key(model, ENVIRON)
    assert "OPENAI_API_KEY" in found.source
    assert "sk-" not in found.source + model_key(model, {}, api_key="sk-flag").source
    source = model_key(model, {}).source
    assert all(name in source for name in ("LITELLM_API_KEY", "QWEN_API_KEY", "OPENAI_API_KEY"))
