"""Ollama by its own API: nothing of a prompt is cut without a word."""

import asyncio

import pytest
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import ProviderServer, Reply, Status
from tests.support.table import table

from architect.adapters.models.ollama.facts import USUAL_NUM_CTX, OllamaFacts
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.errors import ModelMissingError, RequestRejectedError
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import (
    FinishReason,
    ModelProgress,
    ModelReply,
    ModelRequest,
    TextDelta,
    ToolSchema,
    WarningNotice,
    WindowNotice,
)
from architect.domain.usage import Usage

READ_FILE: ToolSchema = {
    "type": "function",
    "function": {"name": "read_file", "parameters": {"type": "object", "properties": {}}},
}
LONG: tuple[Message, ...] = (
    SystemMessage("Be brief."),
    UserMessage("Read it."),
    AssistantMessage("", (ToolCall(CallId("c1"), "read_file", '{"path": "a.py"}'),)),
    ToolMessage(CallId("c1"), "read_file", "x = 1\n" * 5_000),
)


def asked(
    url: str,
    *,
    name: str = "ollama/qwen3",
    messages: tuple[Message, ...] = LONG,
    wanted: int | None = None,
    **settings: object,
) -> tuple[ModelReply, list[ModelProgress]]:
    llm = LlmSettings.model_validate({"model": name, "retries": 0, **settings})
    progress: list[ModelProgress] = []

    async def ask() -> ModelReply:
        opened = open_model(llm, ModelSources({"OLLAMA_HOST": url}, max_context_tokens=wanted))
        try:
            return await opened.complete(ModelRequest(messages, (READ_FILE,)), progress.append)
        finally:
            await opened.aclose()

    return asyncio.run(ask()), progress


def test_a_long_prompt_arrives_whole_and_the_run_knows_the_window() -> None:
    with OllamaServer({"qwen3": model("tools")}) as server:
        reply, progress = asked(server.url)
        assert (reply.text, reply.usage) == ("hello", Usage(11, 7))
        assert server.cuts == [0]
        assert server.chats[0]["options"] == {"num_ctx": USUAL_NUM_CTX}
    assert progress == [WindowNotice(USUAL_NUM_CTX), TextDelta("he"), TextDelta("llo")]


def test_what_the_model_thinks_is_no_part_of_the_answer_and_goes_back_to_it() -> None:
    with OllamaServer({"qwen3": model("tools", "thinking")}, thoughts="Hmm.") as server:
        reply, _ = asked(server.url)
        assert (reply.text, reply.reasoning) == ("hello", "Hmm.")
        asked(server.url, messages=(*LONG, AssistantMessage("hello", (), reply.items)))
        assert server.chats[1]["messages"][-1]["thinking"] == "Hmm."


def test_calls_arrive_and_options_of_the_user_are_said_in_the_words_of_ollama() -> None:
    call = {"function": {"name": "read_file", "arguments": {"path": "b.py"}}}
    with OllamaServer({"qwen3": model("tools")}, reply="", calls=[call, call]) as server:
        reply, _ = asked(
            server.url, max_output_tokens=500, temperature=0.5, extra_body={"options": {"top_k": 5}}
        )
        assert [(one.name, one.arguments) for one in reply.calls] == [
            ("read_file", '{"path": "b.py"}')
        ] * 2
        assert reply.finish is FinishReason.TOOL_CALLS
        assert server.chats[0]["options"] == {
            "num_ctx": USUAL_NUM_CTX,
            "num_predict": 500,
            "temperature": 0.5,
            "top_k": 5,
        }


@table(
    ("facts", "wanted", "num_ctx"),
    [
        (OllamaFacts(longest=131_072), None, USUAL_NUM_CTX),
        (OllamaFacts(longest=8_192), None, 8_192),
        (OllamaFacts(longest=131_072, set_by_model=16_384), None, 16_384),
        (OllamaFacts(longest=131_072, loaded=65_536), None, 65_536),
        (OllamaFacts(longest=131_072, loaded=4_096), None, USUAL_NUM_CTX),
        (OllamaFacts(longest=131_072, set_by_model=16_384), 100_000, 100_000),
        (OllamaFacts(longest=8_192), 100_000, 8_192),
        (OllamaFacts(), None, USUAL_NUM_CTX),
    ],
)
def test_the_window_is_what_the_user_the_model_or_the_memory_says(
    facts: OllamaFacts, wanted: int | None, num_ctx: int
) -> None:
    assert facts.num_ctx(wanted) == num_ctx


def test_what_is_loaded_and_what_the_modelfile_says_are_read() -> None:
    models = {"qwen3:8b": model("tools", parameters="num_ctx        16384\nstop  x")}
    with OllamaServer(models, loaded={"qwen3:8b": 24_000}) as server:
        asked(server.url, name="ollama_chat/qwen3:8b")
        assert server.chats[0]["options"] == {"num_ctx": 16_384}


def test_a_model_that_cannot_call_tools_or_is_not_there_is_refused_with_the_next_step() -> None:
    with OllamaServer({"gemma": model("vision")}) as server:
        with pytest.raises(RequestRejectedError, match=r"cannot call tools.*ollama/qwen3"):
            asked(server.url, name="ollama/gemma")
        with pytest.raises(ModelMissingError, match=r"ollama pull qwen3"):
            asked(server.url)
        assert not server.chats


def test_a_server_that_is_not_ollama_gets_the_openai_format_and_the_user_a_warning() -> None:
    no_such_path = Status(404, {"detail": "Not Found"})
    with ProviderServer([no_such_path, Reply("ok")]) as server:
        reply, progress = asked(server.url)
        assert reply.text == "ok"
        assert server.requests[-1].path == "/v1/chat/completions"
    [warning] = [one.text for one in progress if isinstance(one, WarningNotice)]
    assert "OLLAMA_CONTEXT_LENGTH=32768" in warning
