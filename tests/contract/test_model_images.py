"""Images of the user in the format of every provider, over real HTTP."""

import asyncio
from typing import Any

import pytest
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import ProviderServer, Reply
from tests.support.reply_blocks import Said
from tests.support.strict_anthropic import StrictAnthropic
from tests.support.strict_gemini import StrictGemini
from tests.support.table import table

from architect.adapters.models.litellm.model import LiteLlmModel
from architect.bootstrap.models.image_input import takes_images
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.attached import KeptImage
from architect.domain.errors import ImagesNotTakenError
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelRequest
from architect.ports.model import Model

pytestmark = [
    pytest.mark.filterwarnings(
        r"ignore:Accessing the 'model_(computed_)?fields' attribute on the instance is deprecated"
    ),
    pytest.mark.filterwarnings(r"ignore:Item '\w+' on TypedDict class .* `ReadOnly` qualifier"),
]

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
SHOT = KeptImage("shot.png", "image/png", "aa", 70)
GONE = KeptImage("gone.png", "image/png", "bb", 70)
SHOWN = ModelRequest(
    (SystemMessage("Be brief."), UserMessage("What is on it?", (SHOT, GONE))), images={"aa": PNG}
)
TEXT = "What is on it?\n\n[not shown: 'gone.png']"
URL = f"data:image/png;base64,{PNG}"


async def told(opened: Model) -> None:
    try:
        await opened.complete(SHOWN, lambda _: None)
    finally:
        await opened.aclose()


def opened(name: str, url: str, **settings: object) -> Model:
    llm = LlmSettings.model_validate(
        {"model": name, "api_base": url, "retries": 0, "stream": False, **settings}
    )
    return open_model(llm, ModelSources({}, api_key="sk-1"))


def litellm(name: str, url: str) -> Model:
    return LiteLlmModel(
        name,
        api_base=url,
        api_key="sk-1",
        timeout_s=60,
        idle_s=60,
        stream=True,
        prompt_caching=True,
    )


@table(
    ("api", "expected"),
    [
        (
            "chat",
            [{"type": "image_url", "image_url": {"url": URL}}, {"type": "text", "text": TEXT}],
        ),
        (
            "responses",
            [
                {"type": "input_image", "detail": "auto", "image_url": URL},
                {"type": "input_text", "text": TEXT},
            ],
        ),
    ],
)
def test_the_formats_of_openai_have_them_as_parts(api: str, expected: list[dict[str, Any]]) -> None:
    with ProviderServer([Reply("A dot.")]) as server:
        asyncio.run(told(opened("openai/gpt-4.1", server.url, api=api)))
        body = server.requests[0].body
    assert (body["messages"][1] if api == "chat" else body["input"][0])["content"] == expected


def test_anthropic_gets_a_source_and_the_breakpoint_is_on_the_text() -> None:
    server = StrictAnthropic([(Said("A dot."),)])
    with ProviderServer(server.judges()) as http:
        asyncio.run(told(litellm("anthropic/claude-opus-4-7", http.url)))
        content = http.requests[0].body["messages"][0]["content"]
    assert not server.refusals
    source = {"type": "base64", "media_type": "image/png", "data": PNG}
    assert [content[0]["type"], content[0]["source"]] == ["image", source]
    assert content[1] == {"type": "text", "text": TEXT, "cache_control": {"type": "ephemeral"}}


def test_gemini_gets_inline_data() -> None:
    server = StrictGemini([(Said("A dot."),)])
    with ProviderServer(server.judges()) as http:
        asyncio.run(told(litellm("gemini/gemini-3.5-pro", http.url)))
        parts = http.requests[0].body["contents"][0]["parts"]
    assert not server.refusals
    inline = parts[0].get("inline_data") or parts[0]["inlineData"]
    assert PNG in inline.values() and "image/png" in inline.values()
    assert parts[1] == {"text": TEXT}


def test_ollama_gets_the_content_alone_if_the_model_sees() -> None:
    with OllamaServer({"llava": model("tools", "vision"), "qwen3": model("tools")}) as server:

        def ollama(name: str) -> Model:
            llm = LlmSettings.model_validate({"model": f"ollama/{name}", "retries": 0})
            return open_model(llm, ModelSources({"OLLAMA_HOST": server.url}))

        asyncio.run(told(ollama("llava")))
        [chat] = server.chats
        assert chat["messages"][1] == {"role": "user", "content": TEXT, "images": [PNG]}
        with pytest.raises(ImagesNotTakenError, match="ollama/qwen3"):
            asyncio.run(told(ollama("qwen3")))


@table(
    ("name", "settings", "expected"),
    [
        ("openai/gpt-4.1", {}, True),
        ("openai/gpt-3.5-turbo", {}, False),
        ("openai/gpt-3.5-turbo", {"api_base": "http://localhost:1"}, True),
        ("deepseek/deepseek-chat", {}, False),
        ("ollama/qwen3", {}, True),
        ("vscode", {}, False),
        ("nobody/knows", {}, True),
    ],
)
def test_which_models_are_shown_images(
    name: str, settings: dict[str, object], expected: bool
) -> None:
    llm = LlmSettings.model_validate({"model": name, **settings})
    assert takes_images(llm, name) is expected
