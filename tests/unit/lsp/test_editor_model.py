"""A model that the editor offers."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.fake_editor import FakeEditor

from architect.domain.errors import (
    AuthenticationFailedError,
    ContextOverflowError,
    GarbledReplyError,
    ModelFault,
    ModelTimeoutError,
    OutOfCreditError,
    RateLimitedError,
    RequestRejectedError,
    StreamCutError,
    UnavailableError,
)
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
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
)
from architect.domain.usage import Usage
from architect.jsonrpc.client import ClientGoneError, ClientRefusedError
from architect.lsp.editor_model.deltas import StreamDeltas
from architect.lsp.editor_model.model import EditorLanguageModel

COMPLETE, MODELS = "architect/llm/complete", "architect/llm/models"
PARAMETERS = {"type": "object", "properties": {"path": {"type": "string"}}}
READ_FILE = {
    "type": "function",
    "function": {"name": "read_file", "description": "Read a file.", "parameters": PARAMETERS},
}
HELLO = ModelRequest((UserMessage("Hello?"),))
HI: dict[str, Any] = {"text": "Hi.", "toolCalls": [], "finish": "stop", "model": "gpt-4o"}
GPT = {"id": "gpt-4o", "vendor": "copilot", "family": "gpt", "name": "G", "maxInputTokens": 1_000}
TINY = {"id": "tiny-1", "vendor": "acme", "family": "tiny", "name": "T", "maxInputTokens": 10}


LISTED = {"models": [GPT, TINY]}
Answer = Callable[[Any], Awaitable[Any]]


class Bench:
    """An editor that answers `answer`, or what `on_complete` gives, and a model of it."""

    def __init__(
        self,
        answer: Any = HI,
        *,
        on_complete: Answer | None = None,
        name: str = "vscode",
        models: Any = LISTED,
        stream: bool = True,
        timeout_s: float = 10.0,
    ) -> None:
        self.editor = FakeEditor()
        self.deltas = StreamDeltas()
        self.progress: list[ModelProgress] = []
        self.editor.on_request = {
            COMPLETE: on_complete or returning(answer),
            MODELS: returning(models),
        }
        self.model = EditorLanguageModel(
            name, self.editor, self.deltas, timeout_s=timeout_s, idle_s=10.0, stream=stream
        )

    async def complete(self, request: ModelRequest = HELLO) -> ModelReply:
        return await self.model.complete(request, self.progress.append)

    def reply(self, request: ModelRequest = HELLO) -> ModelReply:
        return asyncio.run(self.complete(request))

    def fault(self) -> ModelFault:
        with pytest.raises(ModelFault) as caught:
            self.reply()
        return caught.value

    def asked(self, method: str = COMPLETE) -> list[Any]:
        return [params for name, params in self.editor.requests if name == method]


def returning(value: Any) -> Answer:
    async def answer(_: Any) -> Any:
        if isinstance(value, Exception):
            raise value
        return value

    return answer


def refusal(code: str, detail: str = "because", *, retryable: bool = False) -> ClientRefusedError:
    data = {"code": code, "detail": detail, "retryable": retryable}
    return ClientRefusedError(-32020, "it failed", data)


def test_the_whole_conversation_and_the_tools_are_sent() -> None:
    call = ToolCall(CallId("c1"), "read_file", '{"path": "a"}')
    messages = (
        SystemMessage("Be brief."),
        UserMessage("Hello?"),
        AssistantMessage("", (call,)),
        ToolMessage(CallId("c1"), "read_file", "the text of a"),
    )
    bench = Bench(name="vscode/gpt-4o")
    bench.reply(ModelRequest(messages, (READ_FILE,)))
    [params] = bench.asked()
    justification = params["options"].pop("justification")
    assert "task you gave" in justification
    assert params == {
        "requestId": "llm-1",
        "model": "gpt-4o",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello?"},
            {
                "role": "assistant",
                "content": "",
                "toolCalls": [{"id": "c1", "name": "read_file", "arguments": '{"path": "a"}'}],
            },
            {
                "role": "tool",
                "content": "the text of a",
                "toolCallId": "c1",
                "name": "read_file",
            },
        ],
        "tools": [{"name": "read_file", "description": "Read a file.", "parameters": PARAMETERS}],
        "options": {"toolChoice": "auto"},
    }


def test_without_tools_none_may_be_chosen_and_without_a_name_the_editor_chooses() -> None:
    bench = Bench()
    bench.reply()
    [params] = bench.asked()
    assert (params["model"], params["tools"], params["options"]["toolChoice"]) == (None, [], "none")


def test_the_answer_becomes_the_reply() -> None:
    calls = [{"id": "c1", "name": "read_file", "arguments": '{"path":'}]
    answer = HI | {"toolCalls": calls, "finish": "tool_calls"}
    answer["usage"] = {"inputTokens": 7, "outputTokens": 3}
    assert Bench(answer).reply() == ModelReply(
        "Hi.",
        (ToolCall(CallId("c1"), "read_file", '{"path":'),),
        FinishReason.TOOL_CALLS,
        Usage(7, 3),
        model="vscode/gpt-4o",
    )


def test_arguments_that_are_an_object_are_written_as_json() -> None:
    reply = Bench(HI | {"toolCalls": [{"name": "read_file", "arguments": {"path": "a"}}]}).reply()
    assert reply.calls == (ToolCall(CallId(""), "read_file", '{"path": "a"}'),)
    assert reply.finish is FinishReason.TOOL_CALLS


def test_without_usage_none_is_made_up() -> None:
    assert Bench(HI).reply().usage is None


@pytest.mark.parametrize(("stream", "shown"), [(True, ["Hi", "."]), (False, [])])
def test_text_is_shown_as_it_comes(stream: bool, shown: list[str]) -> None:
    async def answer(params: Any) -> Any:
        for text in ("Hi", "", "."):
            bench.deltas.take({"requestId": params["requestId"], "text": text})
        return HI

    bench = Bench(on_complete=answer, stream=stream)
    bench.reply()
    assert bench.progress == [TextDelta(text) for text in shown]


def test_a_piece_of_another_reply_is_dropped() -> None:
    async def answer(params: Any) -> Any:
        for odd in ({"requestId": "llm-99", "text": "lost"}, {"text": "lost"}, {}):
            bench.deltas.take(odd)
        bench.deltas.take({"requestId": params["requestId"], "text": 5})
        return HI

    bench = Bench(on_complete=answer)
    bench.reply()
    bench.deltas.take({"requestId": "llm-1", "text": "late"})
    assert bench.progress == []


@pytest.mark.parametrize("answer", [None, [], {}, {"text": 5}, "Hi."])
def test_an_answer_without_a_text_is_garbled(answer: Any) -> None:
    assert isinstance(Bench(answer).fault(), GarbledReplyError)


def test_a_reply_that_broke_off_is_cut() -> None:
    assert isinstance(Bench(HI | {"finish": "network_error"}).fault(), StreamCutError)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (refusal("no_permission"), AuthenticationFailedError, "start the run again and allow it"),
        (refusal("quota"), OutOfCreditError, "set llm.model to another model"),
        (refusal("quota", retryable=True), RateLimitedError, "because"),
        (refusal("blocked", "off topic"), RequestRejectedError, "off topic"),
        (refusal("unavailable"), UnavailableError, "because"),
        (refusal("unheard of"), UnavailableError, "because"),
        (ClientRefusedError(-32603, "a bug"), UnavailableError, "a bug"),
        (ClientRefusedError(-32601, "no such method"), RequestRejectedError, "offers no model"),
        (ClientRefusedError(-32800, "cancelled"), RequestRejectedError, "cancelled"),
        (refusal("unavailable", "prompt is too long"), ContextOverflowError, "too long"),
        (refusal("unavailable", "Message exceeds token limit."), ContextOverflowError, "token"),
        (
            refusal("unavailable", "prompt token count of 9 exceeds the limit of 8"),
            ContextOverflowError,
            "limit of 8",
        ),
        (ClientGoneError("the editor went away"), RequestRejectedError, "went away"),
    ],
)
def test_what_went_wrong_is_told_with_what_to_do(
    error: Exception, kind: type[ModelFault], words: str
) -> None:
    fault = Bench(error).fault()
    assert type(fault) is kind
    assert words in str(fault)


def test_a_model_that_is_not_there_is_told_with_those_that_are() -> None:
    fault = Bench(refusal("not_found"), name="vscode/gtp-4o").fault()
    assert type(fault) is RequestRejectedError
    assert "'vscode/gtp-4o'; there are vscode/gpt-4o, vscode/tiny-1" in str(fault)


def test_an_editor_without_any_model_is_told_what_would_give_it_one() -> None:
    assert "GitHub Copilot" in str(Bench(refusal("not_found"), models={"models": []}).fault())


def test_the_time_in_which_the_user_is_asked_about_the_model_does_not_count() -> None:
    async def thinks(params: Any) -> Any:
        bench.deltas.take({"requestId": params["requestId"], "text": "", "waitsForUser": True})
        await asyncio.sleep(0.15)
        return HI

    bench = Bench(on_complete=thinks, timeout_s=0.05)
    assert bench.reply().text == "Hi."


def test_once_the_user_has_agreed_the_time_counts_again() -> None:
    async def agrees(params: Any) -> Any:
        bench.deltas.take({"requestId": params["requestId"], "text": "", "waitsForUser": True})
        bench.deltas.take({"requestId": params["requestId"], "text": ""})
        await asyncio.get_running_loop().create_future()

    bench = Bench(on_complete=agrees, timeout_s=0.05)
    assert isinstance(bench.fault(), ModelTimeoutError)
    assert bench.progress == []


def test_an_editor_that_asks_its_user_after_the_reply_does_no_harm() -> None:
    async def lists(_: Any) -> Any:
        for asked in bench.asked():
            bench.deltas.take({"requestId": asked["requestId"], "waitsForUser": True})
        return LISTED

    bench = Bench(refusal("not_found"))
    bench.editor.on_request[MODELS] = lists
    assert "vscode/tiny-1" in str(bench.fault())


def test_no_answer_in_time_names_the_setting() -> None:
    async def never(_: Any) -> Any:
        await asyncio.Event().wait()

    fault = Bench(on_complete=never, timeout_s=0.05).fault()
    assert isinstance(fault, ModelTimeoutError)
    assert "llm.timeout" in str(fault)


@pytest.mark.parametrize("name", ["vscode/tiny-1", "vscode/tiny"])
def test_what_is_longer_than_the_model_takes_is_not_sent(name: str) -> None:
    bench = Bench(name=name)
    with pytest.raises(ContextOverflowError, match="takes 10"):
        bench.reply(ModelRequest((UserMessage("word " * 50),)))
    assert bench.asked() == []


def test_the_model_that_the_editor_chose_is_known_by_its_reply() -> None:
    async def scene() -> None:
        bench = Bench(HI | {"model": "tiny-1"})
        await bench.complete(long)
        with pytest.raises(ContextOverflowError):
            await bench.complete(long)
        assert len(bench.asked(MODELS)) == 1

    long = ModelRequest((UserMessage("word " * 50),))
    asyncio.run(scene())


ODD_LISTS: list[Any] = [
    ClientRefusedError(-32601, "not there"),
    None,
    {"models": None},
    {"models": [None, {"id": "gpt-4o"}, GPT | {"maxInputTokens": 0}]},
]


@pytest.mark.parametrize("models", ODD_LISTS)
def test_an_editor_that_does_not_tell_its_models_is_asked_all_the_same(models: Any) -> None:
    assert Bench(name="vscode/gpt-4o", models=models).reply().text == "Hi."


KEYS = ("text", "toolCalls", "finish", "usage", "model", "id", "name", "arguments", "inputTokens")
odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("stop"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
)


@given(answer=odd_values)
def test_whatever_the_editor_answers_is_a_reply_or_a_fault(answer: Any) -> None:
    with suppress(ModelFault):
        Bench(answer).reply()
