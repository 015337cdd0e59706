import pytest
from tests.support.table import table

from architect.adapters.models.hosts import authorization
from architect.adapters.models.openai_compatible.endpoint import (
    Endpoint,
    endpoint_for,
    ollama_address,
)
from architect.domain.errors import UserError


@pytest.mark.parametrize(
    ("model", "api_base", "expected"),
    [
        ("openai/gpt-4.1", None, Endpoint("https://api.openai.com/v1", "gpt-4.1")),
        ("openai/gpt-4.1", "http://h:1/v1", Endpoint("http://h:1/v1", "gpt-4.1")),
        ("ollama/qwen3:8b", None, Endpoint("http://localhost:11434/v1", "qwen3:8b")),
        ("ollama_chat/a/b", None, Endpoint("http://localhost:11434/v1", "a/b")),
        ("ollama/x", "0.0.0.0:11434", Endpoint("http://0.0.0.0:11434/v1", "x")),
        ("lm_studio/x", "http://h:1234", Endpoint("http://h:1234/v1", "x")),
        ("hosted_vllm/org/x", "http://h:8000/v1/", Endpoint("http://h:8000/v1", "org/x")),
        ("org/x", "http://h:8000/v1", Endpoint("http://h:8000/v1", "org/x")),
        ("openai/", "http://h/v1", Endpoint("http://h/v1", "openai/")),
    ],
)
def test_the_prefix_tells_the_address_and_is_not_sent(
    model: str, api_base: str | None, expected: Endpoint
) -> None:
    assert endpoint_for(model, api_base=api_base, proxy=False) == expected


AZURE = "https://me.openai.azure.com"
FOUNDRY = "https://me.services.ai.azure.com"


@table(
    ("api_base", "normal"),
    [
        (AZURE, f"{AZURE}/openai/v1"),
        (f"{AZURE}/openai/", f"{AZURE}/openai/v1"),
        (f"{AZURE}/openai/v1/", f"{AZURE}/openai/v1"),
        (f"{AZURE}/openai/v1/responses", f"{AZURE}/openai/v1"),
        (f"{AZURE}/openai/deployments/d/chat/completions?api-version=x", f"{AZURE}/openai/v1"),
        (FOUNDRY, f"{FOUNDRY}/openai/v1"),
        (f"{FOUNDRY}/api/projects/p/openai/v1", f"{FOUNDRY}/api/projects/p/openai/v1"),
    ],
)
def test_azure_is_asked_by_its_api_without_versions(api_base: str, normal: str) -> None:
    assert endpoint_for("azure/d", api_base=api_base, proxy=False) == Endpoint(normal, "d")
    assert authorization("key", normal) == {"api-key": "key"}
    assert authorization("eyJtoken", normal) == {"Authorization": "Bearer eyJtoken"}
    assert authorization("key", "http://h/v1") == {"Authorization": "Bearer key"}


def test_a_proxy_gets_the_whole_name() -> None:
    endpoint = endpoint_for("openai/gpt-4.1", api_base="http://proxy:4000", proxy=True)
    assert endpoint == Endpoint("http://proxy:4000/v1", "openai/gpt-4.1")


@pytest.mark.parametrize(
    ("api_base", "normal"),
    [
        ("http://h", "http://h/v1"),
        ("http://h/", "http://h/v1"),
        (" http://h:80/v1// ", "http://h:80/v1"),
        ("https://h/api/v3", "https://h/api/v3"),
        ("http://h/v1/chat/completions", "http://h/v1"),
        ("http://h/v1/chat/completions/", "http://h/v1"),
        ("http://[::1]:8000", "http://[::1]:8000/v1"),
    ],
)
def test_the_usual_spellings_of_an_address_are_taken(api_base: str, normal: str) -> None:
    assert endpoint_for("m", api_base=api_base, proxy=False).api_base == normal


@pytest.mark.parametrize(
    "api_base",
    ["ftp://h/v1", "http://", "http://h:port", "http://[::1", "http://a b/v1", "http:///v1"],
)
def test_what_is_not_an_address_is_named(api_base: str) -> None:
    with pytest.raises(UserError) as caught:
        endpoint_for("m", api_base=api_base, proxy=False)
    assert repr(api_base) in str(caught.value)


def test_the_password_of_an_address_is_not_shown() -> None:
    with pytest.raises(UserError) as caught:
        endpoint_for("m", api_base="ftp://me:secret@h/v1", proxy=False)
    assert "secret" not in str(caught.value)


def test_an_address_that_is_none_names_the_variable_it_stands_in() -> None:
    with pytest.raises(UserError, match="OLLAMA_HOST"):
        endpoint_for("ollama/x", api_base="http://h:port", proxy=False, source="OLLAMA_HOST")


@pytest.mark.parametrize(
    ("variable", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("http://0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("[::]", "http://[::1]:11434"),
        (":8080", "http://127.0.0.1:8080"),
        (" gpu ", "http://gpu:11434"),
        ("gpu/ollama", "http://gpu:11434/ollama"),
        ("me:pw@gpu", "http://me:pw@gpu:11434"),
        ("https://gpu", "https://gpu"),
        ("gpu:port", "gpu:port"),
    ],
)
def test_a_variable_of_ollama_is_read_as_ollama_reads_it(variable: str, address: str) -> None:
    assert ollama_address(variable) == address


@pytest.mark.parametrize("model", ["hosted_vllm/x", "gpt-4.1", "anthropic/x"])
def test_a_model_without_an_address_is_named(model: str) -> None:
    with pytest.raises(UserError, match=r"llm\.api_base") as caught:
        endpoint_for(model, api_base=None, proxy=False)
    assert repr(model) in str(caught.value)


def test_a_proxy_needs_its_address() -> None:
    with pytest.raises(UserError, match=r"llm\.api_base"):
        endpoint_for("openai/gpt-4.1", api_base=None, proxy=True)
