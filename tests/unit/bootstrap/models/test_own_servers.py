import pytest

from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.errors import UserError


@pytest.mark.parametrize(
    "provider",
    ["ai21", "aiohttp_openai", "custom_openai", "hosted_vllm", "litellm_proxy", "xinference"],
)
def test_what_is_meant_for_a_server_without_an_address_does_not_go_to_openai(provider: str) -> None:
    llm = LlmSettings(model=f"{provider}/m")
    with pytest.raises(UserError, match=f"no address is known for the model '{provider}/m'"):
        open_model(llm, ModelSources({}, api_key="sk-k"))
    open_model(
        LlmSettings(model=f"{provider}/m", api_base="http://127.0.0.1:9/v1"),
        ModelSources({}, api_key="sk-k"),
    )


def test_the_address_may_stand_in_the_variable_of_the_provider() -> None:
    environ = {"HOSTED_VLLM_API_BASE": "http://127.0.0.1:9/v1"}
    model = open_model(LlmSettings(model="hosted_vllm/m"), ModelSources(environ, api_key="sk-k"))
    assert model.name == "hosted_vllm/m"
