from collections.abc import Sequence

from tests.support.table import table

from architect.adapters.models.openai_compatible.either_format import EitherFormat, wants_other_path
from architect.adapters.models.openai_compatible.endpoint import endpoint_for
from architect.bootstrap.models.wire_format import wire_format
from architect.config.llm import LlmSettings

CHAT, RESPONSES = "/chat/completions", "/responses"
AZURE = "https://me.openai.azure.com"


@table(
    ("model", "api_base", "api", "path"),
    [
        ("openai/gpt-5.6", None, "auto", RESPONSES),
        ("openai/gpt-5.3-codex", None, "auto", RESPONSES),
        ("openai/gpt-4.1", None, "auto", RESPONSES),
        ("openai/gpt-5.6", "https://eu.api.openai.com/v1", "auto", RESPONSES),
        ("openai/gpt-5.6", None, "chat", CHAT),
        ("azure/anything", AZURE, "auto", RESPONSES),
        ("openai/gpt-5.6", "http://localhost:4000", "auto", CHAT),
        ("openai/gpt-5.6", "https://api.openai.com.example.org", "auto", CHAT),
        ("openai/gpt-5.3-codex", "http://localhost:4000", "auto", RESPONSES),
        ("ollama/qwen3", None, "auto", CHAT),
        ("ollama/gpt-oss", None, "responses", RESPONSES),
    ],
)
def test_the_api_is_the_one_that_is_better_there(
    model: str, api_base: str | None, api: str, path: str
) -> None:
    llm = LlmSettings.model_validate({"model": model, "api_base": api_base, "api": api})
    endpoint = endpoint_for(model, api_base=api_base, proxy=False)
    chosen = wire_format(llm, endpoint)
    assert chosen.path == path
    assert isinstance(chosen, EitherFormat) == (api == "auto")


WANTS_RESPONSES = (
    "the provider answered 404: This model is only supported in v1/responses and not in "
    "v1/chat/completions.",
    "the provider answered 400: Function tools with reasoning_effort are not supported for gpt-5.6 "
    "in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to "
    "'none'.",
    "the provider answered 404: This is not a chat model and thus not supported in the "
    "v1/chat/completions endpoint. Did you mean to use v1/completions?",
    'the provider answered 400: model "gpt-5.3-codex" is not accessible via the /chat/completions '
    "endpoint",
    "the provider answered 400: The chatCompletion operation does not work with the specified "
    "model, gpt-5.1-codex. Please choose different model and try again.",
    "the provider answered 400: Unsupported legacy protocol: /v1/chat/completions is not supported."
    " Please use /v1/responses.",
    "the provider answered 404: Not Found",
)
WANTS_CHAT = (
    "the provider answered 404: Not Found",
    "the provider answered 404: 404 page not found",
    "the provider answered 404: <html><head><title>404 Not Found</title></head></html>",
    "the provider answered 405: Method Not Allowed",
    "the provider answered 404: Resource not found",
    "the provider answered 404: Invalid URL (POST /v1/responses)",
    "the provider broke off with an error: Unexpected endpoint or method. (POST /v1/responses)",
    "the provider answered 400: The model does not support Responses API",
    "the provider answered 400: Azure OpenAI Responses API is not enabled in this region.",
    "the provider answered 501: use /v1/chat/completions instead",
)
WANTS_NEITHER = (
    "the provider answered 404: The model `gpt-9` does not exist or you do not have access to it.",
    "the provider answered 404: no such model 'm'",
    "the provider answered 404: The API deployment for this resource does not exist.",
    "the provider answered 404: Item with id 'rs_1' not found. Items are not persisted when `store`"
    " is set to false.",
    "the provider answered 400: Unknown parameter: 'prompt_cache_key'.",
    "the provider answered 400: Unsupported parameter: 'reasoning.summary' is not supported with "
    "this model.",
    "the provider answered 400: Invalid 'input[3].call_id': string too long.",
    "the provider answered 402: no money",
)


@table(
    ("path", "messages", "wanted"),
    [
        (CHAT, WANTS_RESPONSES, True),
        (RESPONSES, WANTS_CHAT, True),
        (CHAT, WANTS_NEITHER, False),
        (RESPONSES, WANTS_NEITHER, False),
    ],
)
def test_a_server_that_wants_the_other_api_is_understood(
    path: str, messages: Sequence[str], wanted: bool
) -> None:
    assert [each for each in messages if wants_other_path(each, path) is not wanted] == []
