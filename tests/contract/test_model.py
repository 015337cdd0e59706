"""What every adapter of the Model port does, over real HTTP."""

import asyncio
import gzip
import json
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import trustme
from tests.support.editor_model import LendingEditor
from tests.support.effort import tries
from tests.support.provider_server import (
    Behaviour,
    Call,
    Chunks,
    Hang,
    ProviderServer,
    Received,
    Reply,
    Status,
    anthropic_events,
    openai_chunk,
    refused_url,
)
from tests.support.table import table

from architect.adapters.models.chat.completions import ChatCompletions
from architect.adapters.models.chat.dialect import ChatDialect
from architect.adapters.models.litellm.importing import import_litellm
from architect.adapters.models.litellm.model import LiteLlmModel
from architect.adapters.models.openai_compatible.endpoint import endpoint_for
from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel
from architect.adapters.models.openai_compatible.wire_format import WireFormat
from architect.adapters.models.responses.dialect import ResponsesDialect
from architect.adapters.models.responses.format import Responses
from architect.adapters.models.retrying_model import RetryingModel
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.bootstrap.models.providers import litellm_providers
from architect.config.llm import LlmSettings
from architect.domain.errors import (
    AuthenticationFailedError,
    ConnectionFailedError,
    ContextOverflowError,
    GarbledReplyError,
    ModelFault,
    ModelTimeoutError,
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
    RetryNotice,
    TextDelta,
    ToolSchema,
)
from architect.domain.usage import Usage
from architect.lsp.editor_model.deltas import StreamDeltas
from architect.lsp.editor_model.model import EditorLanguageModel
from architect.ports.model import Model

# LiteLLM uses pydantic in ways that pydantic warns about; the product silences that (see
# `litellm_import`), which pytest undoes for each test.
pytestmark = [
    pytest.mark.filterwarnings(
        r"ignore:Accessing the 'model_(computed_)?fields' attribute on the instance is deprecated"
    ),
    pytest.mark.filterwarnings(r"ignore:Item '\w+' on TypedDict class .* `ReadOnly` qualifier"),
]

KEY = "sk-secret-0123456789"
KEY_SOURCE = "the key sent was that in SOME_VARIABLE"
TIMEOUT_S = 30.0
ORIGIN = "responses 127.0.0.1 m"

READ_FILE: ToolSchema = {
    "type": "function",
    "function": {
        "name": "read_file",
        "description": "Read a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}},
    },
}
QUESTION = ModelRequest((SystemMessage("Be brief."), UserMessage("Hello?")), (READ_FILE,))

MakeModel = Callable[..., Model]
Choices = list[dict[str, Any]]


@dataclass(frozen=True)
class Adapter:
    """One way to a provider: how its model is made, and which wire format it speaks."""

    make: MakeModel
    path: str = "/v1/chat/completions"


def _compatible(
    wire: WireFormat,
    url: str,
    *,
    key: str | None = KEY,
    timeout_s: float = TIMEOUT_S,
    idle_s: float = TIMEOUT_S,
    stream: bool = True,
) -> Model:
    endpoint = endpoint_for("openai/m", api_base=url, proxy=False)
    return OpenAiCompatibleModel(
        "openai/m",
        wire,
        api_base=endpoint.api_base,
        api_key=key,
        timeout_s=timeout_s,
        idle_s=idle_s,
        stream=stream,
        key_source=KEY_SOURCE,
    )


def _litellm(name: str, path: str) -> MakeModel:
    def make(
        url: str,
        *,
        key: str | None = KEY,
        timeout_s: float = TIMEOUT_S,
        idle_s: float = TIMEOUT_S,
        stream: bool = True,
    ) -> Model:
        return LiteLlmModel(
            name,
            api_base=url + path,
            api_key=key,
            timeout_s=timeout_s,
            idle_s=idle_s,
            stream=stream,
            prompt_caching=None,
            key_source=KEY_SOURCE,
        )

    return make


def _lent(
    url: str, *, timeout_s: float = TIMEOUT_S, idle_s: float = TIMEOUT_S, stream: bool = True
) -> Model:
    deltas = StreamDeltas()
    return EditorLanguageModel(
        "vscode/m",
        LendingEditor(url, deltas),
        deltas,
        timeout_s=timeout_s,
        idle_s=idle_s,
        stream=stream,
    )


COMPATIBLE = Adapter(partial(_compatible, ChatCompletions("m", ChatDialect())))
RESPONSES = Adapter(
    partial(_compatible, Responses("m", ResponsesDialect(ORIGIN))), path="/v1/responses"
)
LITELLM_OPENAI = Adapter(_litellm("openai/m", "/v1"))
LITELLM_ANTHROPIC = Adapter(_litellm("anthropic/m", ""), path="/v1/messages")
LENT = Adapter(_lent)
"""The editor's own model: what connects it is the editor's, the rest is as with any other."""

every_adapter = pytest.mark.parametrize(
    "adapter",
    [COMPATIBLE, RESPONSES, LITELLM_OPENAI, LITELLM_ANTHROPIC],
    ids=["openai_compatible", "responses", "litellm_openai", "litellm_anthropic"],
)
every_adapter_and_the_editor = pytest.mark.parametrize(
    "adapter",
    [COMPATIBLE, RESPONSES, LITELLM_OPENAI, LITELLM_ANTHROPIC, LENT],
    ids=["openai_compatible", "responses", "litellm_openai", "litellm_anthropic", "editor_model"],
)
openai_format = pytest.mark.parametrize(
    "adapter", [COMPATIBLE, LITELLM_OPENAI], ids=["openai_compatible", "litellm_openai"]
)
openai_formats = pytest.mark.parametrize(
    "adapter",
    [COMPATIBLE, RESPONSES, LITELLM_OPENAI],
    ids=["openai_compatible", "responses", "litellm_openai"],
)
openai_format_and_the_editor = pytest.mark.parametrize(
    "adapter",
    [COMPATIBLE, RESPONSES, LITELLM_OPENAI, LENT],
    ids=["openai_compatible", "responses", "litellm_openai", "editor_model"],
)
streamed_or_not = pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])


@dataclass
class Conversation:
    """What came of asking: the reply, the progress that was shown, and what the server got."""

    reply: ModelReply
    progress: list[ModelProgress]
    requests: list[Received]

    @property
    def shown(self) -> str:
        return "".join(item.text for item in self.progress if isinstance(item, TextDelta))


async def _ask(model: Model, request: ModelRequest, progress: list[ModelProgress]) -> ModelReply:
    try:
        return await model.complete(request, progress.append)
    finally:
        await model.aclose()


def ask(
    adapter: Adapter,
    behaviours: Sequence[Behaviour],
    *,
    request: ModelRequest = QUESTION,
    **options: Any,
) -> Conversation:
    """The reply of a server with these behaviours."""
    progress: list[ModelProgress] = []
    with ProviderServer(behaviours) as server:
        model = adapter.make(server.url, **options)
        reply = asyncio.run(_ask(model, request, progress))
        return Conversation(reply, progress, server.requests)


def fault_of(adapter: Adapter, behaviour: Behaviour, **options: Any) -> ModelFault:
    """The fault a server with this behaviour leads to."""
    with pytest.raises(ModelFault) as caught:
        ask(adapter, [behaviour], **options)
    return caught.value


def stream_of(*deltas: dict[str, Any], finish: str | None = "tool_calls") -> Chunks:
    """A stream of tool-call deltas."""
    chunks = [openai_chunk({"tool_calls": [delta]}) for delta in deltas]
    return Chunks([*chunks, openai_chunk({}, finish)])


def whole(message: dict[str, Any], *other_choices: dict[str, Any]) -> Status:
    """A reply that is not streamed, of one choice and `other_choices`."""
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {**openai_chunk({}), "object": "chat.completion", "choices": [choice, *other_choices]}
    return Status(200, body)


def names_and_arguments(reply: ModelReply) -> list[tuple[str, str]]:
    return [(call.name, call.arguments) for call in reply.calls]


@every_adapter
@streamed_or_not
def test_text_and_usage_arrive(adapter: Adapter, stream: bool) -> None:
    behaviour = Reply("Grüße, Welt \U0001f30d", usage=(100, 20, 30))
    talk = ask(adapter, [behaviour], stream=stream)
    expected = ModelReply(behaviour.text, (), FinishReason.STOP, Usage(100, 20, 30))
    assert replace(talk.reply, items=None) == expected
    assert talk.shown == (behaviour.text if stream else "")


@every_adapter_and_the_editor
@streamed_or_not
def test_calls_arrive_beside_the_text(adapter: Adapter, stream: bool) -> None:
    calls = [Call("read_file", '{"path": "a.py"}', "c1"), Call("read_file", '{"path": "b"}', "c2")]
    talk = ask(adapter, [Reply("Let me look.", calls)], stream=stream)
    assert talk.reply.text == "Let me look."
    assert [call.id for call in talk.reply.calls] == ["c1", "c2"]
    assert [arguments.replace(" ", "") for _, arguments in names_and_arguments(talk.reply)] == [
        '{"path":"a.py"}',
        '{"path":"b"}',
    ]
    assert talk.reply.finish is FinishReason.TOOL_CALLS


@every_adapter
def test_the_key_the_tools_and_the_messages_reach_the_address(adapter: Adapter) -> None:
    history = ModelRequest(
        (
            SystemMessage("Be brief."),
            UserMessage("Hello?"),
            AssistantMessage("", (ToolCall(CallId("c1"), "read_file", '{"path": "a"}'),)),
            ToolMessage(CallId("c1"), "read_file", "the text of a"),
        ),
        (READ_FILE,),
    )
    [received] = ask(adapter, [Reply("ok")], request=history).requests
    sent = str(received.body)
    assert KEY in received.headers.get("authorization", received.headers.get("x-api-key", ""))
    assert received.path == adapter.path
    assert received.body["model"] == "m"
    assert all(text in sent for text in ("Be brief.", "Hello?", "c1", "the text of a", "read_file"))


def test_the_system_message_is_marked_for_caching_where_that_is_known() -> None:
    [anthropic] = ask(LITELLM_ANTHROPIC, [Reply("ok")]).requests
    [openai] = ask(LITELLM_OPENAI, [Reply("ok")]).requests
    assert anthropic.body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert "cache_control" not in str(openai.body)


def test_no_key_means_no_authorization() -> None:
    [received] = ask(COMPATIBLE, [Reply("ok")], key=None).requests
    assert "authorization" not in received.headers


@every_adapter
@streamed_or_not
def test_a_wrong_key_is_an_authentication_fault_that_does_not_quote_it(
    adapter: Adapter, stream: bool
) -> None:
    answer = Status(401, {"error": {"message": f"bad key {KEY}", "type": "authentication_error"}})
    fault = fault_of(adapter, answer, stream=stream)
    assert isinstance(fault, AuthenticationFailedError)
    assert "bad key" in str(fault)
    assert KEY_SOURCE in str(fault)
    assert KEY not in str(fault)


@every_adapter
@streamed_or_not
def test_a_rate_limit_carries_the_wait_the_provider_asks_for(
    adapter: Adapter, stream: bool
) -> None:
    answer = Status(429, {"error": {"message": "slow down"}}, {"Retry-After": "7"})
    fault = fault_of(adapter, answer, stream=stream)
    assert isinstance(fault, RateLimitedError)
    assert fault.retry_after_s == 7.0


@every_adapter_and_the_editor
def test_an_exhausted_quota_is_not_worth_a_retry(adapter: Adapter) -> None:
    answer = Status(429, {"error": {"message": "no money", "code": "insufficient_quota"}})
    assert isinstance(fault_of(adapter, answer), RequestRejectedError)


@every_adapter_and_the_editor
def test_a_provider_that_failed_once_is_asked_again(adapter: Adapter) -> None:
    progress: list[ModelProgress] = []
    behaviours = [Status(500, {"error": {"message": "boom"}}), Reply("fine")]
    with ProviderServer(behaviours) as server:
        model = RetryingModel(adapter.make(server.url), retries=1, base_s=0.0)
        reply = asyncio.run(_ask(model, QUESTION, progress))
        assert len(server.requests) == 2
    assert reply.text == "fine"
    notices = [item for item in progress if isinstance(item, RetryNotice)]
    assert [notice.attempt for notice in notices] == [1]
    assert "boom" in notices[0].reason


@every_adapter_and_the_editor
def test_an_adapter_does_not_retry_by_itself(adapter: Adapter) -> None:
    with ProviderServer([Status(503, {"error": {"message": "overloaded"}})]) as server:
        with pytest.raises(UnavailableError, match="overloaded"):
            asyncio.run(_ask(adapter.make(server.url), QUESTION, []))
        assert len(server.requests) == 1


@every_adapter_and_the_editor
@streamed_or_not
def test_no_answer_in_time_is_a_timeout(adapter: Adapter, stream: bool) -> None:
    fault = fault_of(adapter, Hang(), timeout_s=0.3, stream=stream)
    assert isinstance(fault, ModelTimeoutError)
    assert "llm.timeout" in str(fault)


@every_adapter_and_the_editor
def test_a_stream_takes_as_long_as_it_goes_on(adapter: Adapter) -> None:
    dripping = Reply("x" * 30, piece=1, pause_s=0.1)
    with ProviderServer([dripping]) as server:
        reply = asyncio.run(_ask(adapter.make(server.url, timeout_s=2.5, idle_s=2.5), QUESTION, []))
    assert reply.text == "x" * 30


PING = b'event: ping\ndata: {"type": "ping"}\n\n'


@pytest.mark.parametrize(
    ("adapter", "events", "sign"),
    [
        (
            COMPATIBLE,
            [openai_chunk({"content": "so"}), openai_chunk({"content": " far"}, "stop")],
            b": keep-alive\n\n",
        ),
        (LITELLM_ANTHROPIC, list(anthropic_events(Reply("so far"))), PING),
    ],
    ids=["a comment", "a ping of Anthropic"],
)
def test_what_keeps_the_connection_alive_is_life(
    adapter: Adapter, events: list[dict[str, Any] | bytes], sign: bytes
) -> None:
    alive: list[bytes | float] = [sign, 0.4] * 4
    whole = Chunks([events[0], *alive, *events[1:]], done=adapter is COMPATIBLE)
    with ProviderServer([whole]) as server:
        reply = asyncio.run(_ask(adapter.make(server.url, timeout_s=9, idle_s=1.0), QUESTION, []))
    assert reply.text == "so far"


@every_adapter_and_the_editor
def test_a_stream_that_falls_silent_is_given_up(adapter: Adapter) -> None:
    stalled = Reply("xyz", piece=1, pause_s=TIMEOUT_S)
    fault = fault_of(adapter, stalled, idle_s=0.5)
    assert isinstance(fault, ModelTimeoutError)
    assert "llm.idle_timeout" in str(fault)


@every_adapter_and_the_editor
def test_a_cancelled_request_ends_at_once_and_leaves_the_model_usable(adapter: Adapter) -> None:
    async def cancel_then_ask(server: ProviderServer) -> ModelReply:
        model = adapter.make(server.url)
        hanging = asyncio.create_task(model.complete(QUESTION, lambda _: None))
        await asyncio.to_thread(server.arrived.wait, TIMEOUT_S)
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        return await _ask(model, QUESTION, [])

    with ProviderServer([Hang(), Reply("still here")]) as server:
        assert asyncio.run(cancel_then_ask(server)).text == "still here"


@every_adapter
@streamed_or_not
def test_a_refused_connection_names_the_address(adapter: Adapter, stream: bool) -> None:
    url = refused_url()
    with pytest.raises(ConnectionFailedError, match=url) as refused:
        asyncio.run(_ask(adapter.make(url, stream=stream), QUESTION, []))
    assert "ssl:" not in str(refused.value)


@every_adapter
def test_a_stream_whose_connection_breaks_is_cut(adapter: Adapter) -> None:
    assert isinstance(fault_of(adapter, Reply("hello " * 20, cut_after=5)), StreamCutError)


@openai_format
def test_a_stream_that_ends_without_saying_why_is_cut(adapter: Adapter) -> None:
    behaviour = Chunks([openai_chunk({"content": "half a sen"})], done=False)
    assert isinstance(fault_of(adapter, behaviour), StreamCutError)


@every_adapter_and_the_editor
@streamed_or_not
def test_a_too_long_request_is_a_context_overflow(adapter: Adapter, stream: bool) -> None:
    error = {
        "message": "This model's maximum context length is 8192 tokens.",
        "type": "invalid_request_error",
        "code": "context_length_exceeded",
    }
    fault = fault_of(adapter, Status(400, {"error": error}), stream=stream)
    assert isinstance(fault, ContextOverflowError)
    assert "8192" in str(fault)


@every_adapter_and_the_editor
def test_another_bad_request_is_rejected_in_the_words_of_the_provider(adapter: Adapter) -> None:
    fault = fault_of(adapter, Status(404, {"error": {"message": "no such model 'm'"}}))
    assert isinstance(fault, RequestRejectedError)
    assert "no such model 'm'" in str(fault)


@openai_formats
@streamed_or_not
@pytest.mark.parametrize("reason", ["network_error", "ERROR", "insufficient_system_resource"])
def test_a_reply_that_broke_off_is_a_cut_that_names_the_reason(
    adapter: Adapter, stream: bool, reason: str
) -> None:
    fault = fault_of(adapter, Reply("so far", finish=reason), stream=stream)
    assert isinstance(fault, StreamCutError)
    assert repr(reason) in str(fault)


@openai_format_and_the_editor
@streamed_or_not
@pytest.mark.parametrize("reason", ["content_filter", "sensitive", "refusal"])
def test_a_filtered_reply_says_so(adapter: Adapter, stream: bool, reason: str) -> None:
    reply = ask(adapter, [Reply("so far", finish=reason)], stream=stream).reply
    assert (reply.text, reply.finish) == ("so far", FinishReason.CONTENT_FILTER)


@openai_format
@streamed_or_not
def test_a_refusal_is_a_content_filter_in_the_words_of_the_model(
    adapter: Adapter, stream: bool
) -> None:
    deltas = [{"role": "assistant", "refusal": "I will "}, {"refusal": "not."}]
    events = [openai_chunk(delta) for delta in deltas]
    message = {"role": "assistant", "content": None, "refusal": "I will not."}
    behaviour = Chunks([*events, openai_chunk({}, "stop")]) if stream else whole(message)
    reply = ask(adapter, [behaviour], stream=stream).reply
    assert (reply.text, reply.finish) == ("I will not.", FinishReason.CONTENT_FILTER)


@openai_format
@streamed_or_not
def test_only_the_first_of_several_choices_is_taken(adapter: Adapter, stream: bool) -> None:
    texts: Choices = [{"index": n, "delta": {"content": text}} for n, text in enumerate("ax")]
    reasons = ((1, "length"), (0, "stop"))
    ends: Choices = [{"index": n, "delta": {}, "finish_reason": reason} for n, reason in reasons]
    events = [{**openai_chunk({}), "choices": choices} for choices in (texts, texts, ends)]
    first = {"role": "assistant", "content": "aa"}
    second = {"index": 1, "message": {"role": "assistant", "content": "x"}}
    behaviour = Chunks(events) if stream else whole(first, {**second, "finish_reason": "length"})
    reply = ask(adapter, [behaviour], stream=stream).reply
    assert (reply.text, reply.finish) == ("aa", FinishReason.STOP)


@openai_formats
@streamed_or_not
@pytest.mark.parametrize("tokens", [-5, 10**30])
def test_an_impossible_count_of_tokens_is_none(adapter: Adapter, stream: bool, tokens: int) -> None:
    assert ask(adapter, [Reply("a", usage=(tokens, 5, 0))], stream=stream).reply.usage is None


@every_adapter
@streamed_or_not
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_named_and_nothing_is_sent_there(
    adapter: Adapter, stream: bool, status: int
) -> None:
    with ProviderServer([Reply("stolen")]) as other:
        target = f"{other.url.replace('127.0.0.1', 'localhost')}/v1/chat/completions"
        answer = Status(status, "", {"Location": f"{target}?token=abc"})
        fault = fault_of(adapter, answer, stream=stream)
        assert other.requests == []
    assert isinstance(fault, RequestRejectedError)
    assert target in str(fault)
    assert "llm.api_base" in str(fault)
    assert "token" not in str(fault)


@every_adapter
@pytest.mark.parametrize("host", ["xn--\\u0000", "a..b", f"{'a' * 64}.b"])
def test_a_host_that_cannot_be_looked_up_is_named(
    adapter: Adapter, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    with pytest.raises(RequestRejectedError, match=r"llm\.api_base") as caught:
        asyncio.run(_ask(adapter.make(f"http://{host}"), QUESTION, []))
    assert host in str(caught.value)


@openai_format
def test_an_error_within_a_stream_is_a_fault(adapter: Adapter) -> None:
    error = {"error": {"message": "the engine died", "type": "server_error"}}
    fault = fault_of(adapter, Chunks([openai_chunk({"content": "so far"}), error]))
    assert fault.transient
    assert "the engine died" in str(fault)


@openai_format
@streamed_or_not
def test_null_choices_are_garbled(adapter: Adapter, stream: bool) -> None:
    chunk = {**openai_chunk({}), "choices": None}
    behaviour = Chunks([chunk]) if stream else Status(200, chunk)
    fault = fault_of(adapter, behaviour, stream=stream)
    # LiteLLM hides the difference between a reply that is none and one that was cut.
    kinds = GarbledReplyError if adapter is COMPATIBLE else GarbledReplyError | StreamCutError
    assert isinstance(fault, kinds)


@every_adapter
@streamed_or_not
def test_an_answer_that_is_not_json_is_garbled(adapter: Adapter, stream: bool) -> None:
    page = Status(200, "<html>Welcome to the proxy</html>", content_type="text/html")
    hides = adapter in (LITELLM_OPENAI, LITELLM_ANTHROPIC)
    kinds = GarbledReplyError | StreamCutError if hides else GarbledReplyError
    assert isinstance(fault_of(adapter, page, stream=stream), kinds)


@every_adapter_and_the_editor
@streamed_or_not
def test_an_empty_reply_is_a_reply_without_text(adapter: Adapter, stream: bool) -> None:
    reply = ask(adapter, [Reply("")], stream=stream).reply
    assert (reply.text, reply.calls, reply.finish) == ("", (), FinishReason.STOP)


@openai_format_and_the_editor
@streamed_or_not
def test_a_reply_cut_for_its_length_within_a_call_says_so(adapter: Adapter, stream: bool) -> None:
    behaviour = Reply(calls=[Call("read_file", '{"path": "a')], finish="length")
    reply = ask(adapter, [behaviour], stream=stream).reply
    assert reply.finish is FinishReason.LENGTH
    assert names_and_arguments(reply) == [("read_file", '{"path": "a')]


@openai_format_and_the_editor
@streamed_or_not
def test_malformed_arguments_arrive_as_they_were_sent(adapter: Adapter, stream: bool) -> None:
    behaviour = Reply(calls=[Call("read_file", "{'path': a.py}")])
    reply = ask(adapter, [behaviour], stream=stream).reply
    assert names_and_arguments(reply) == [("read_file", "{'path': a.py}")]


@every_adapter_and_the_editor
def test_a_malformed_call_in_the_history_is_sent_back_as_valid_json(adapter: Adapter) -> None:
    history = ModelRequest(
        (
            SystemMessage("Be brief."),
            UserMessage("Hello?"),
            AssistantMessage("", (ToolCall(CallId("c1"), "read file!", "{'path'"),)),
            ToolMessage(CallId("c1"), "read file!", "Error: not JSON"),
        ),
        (READ_FILE,),
    )
    [received] = ask(adapter, [Reply("ok")], request=history).requests
    assert "malformed_arguments" in str(received.body)
    assert "read_file_" in str(received.body)


@openai_format
def test_deltas_without_ids_are_told_apart_by_their_index(adapter: Adapter) -> None:
    behaviour = stream_of(
        {"index": 0, "function": {"name": "read_file", "arguments": '{"path":'}},
        {"index": 1, "function": {"name": "grep", "arguments": "{}"}},
        {"index": 0, "function": {"arguments": '"a"}'}},
    )
    reply = ask(adapter, [behaviour]).reply
    assert names_and_arguments(reply) == [("read_file", '{"path":"a"}'), ("grep", "{}")]


@openai_format
def test_two_calls_with_one_index_are_told_apart_by_their_ids(adapter: Adapter) -> None:
    behaviour = stream_of(
        {"index": 0, "id": "c1", "function": {"name": "read_file", "arguments": '{"path":"a"}'}},
        {"index": 0, "id": "c2", "function": {"name": "read_file", "arguments": '{"path":"b"}'}},
    )
    assert [(call.id, call.arguments) for call in ask(adapter, [behaviour]).reply.calls] == [
        ("c1", '{"path":"a"}'),
        ("c2", '{"path":"b"}'),
    ]


@every_adapter_and_the_editor
@streamed_or_not
def test_hundreds_of_calls_in_one_reply_are_all_there(adapter: Adapter, stream: bool) -> None:
    count = tries(200, long=1_000)
    calls = [Call("read_file", f'{{"path":"{n}"}}', f"c{n}") for n in range(count)]
    reply = ask(adapter, [Reply(calls=calls)], stream=stream).reply
    assert [call.id for call in reply.calls] == [f"c{n}" for n in range(count)]


@every_adapter_and_the_editor
@streamed_or_not
def test_ten_megabytes_of_text_arrive_unharmed(adapter: Adapter, stream: bool) -> None:
    text = "0123456789abcde\n" * (10 * 1024 * 1024 // 16)
    talk = ask(adapter, [Reply(text, piece=64 * 1024)], stream=stream)
    assert len(talk.reply.text) == len(text)
    assert (talk.reply.text == text) is True


BOMB = {"Content-Encoding": "gzip"}
"""What a few hundred bytes become would fill the memory."""


def bomb(megabytes: int, start: bytes = b"") -> bytes:
    return gzip.compress(start + bytes(megabytes * 1_000_000))


@pytest.mark.parametrize("adapter", [COMPATIBLE, RESPONSES], ids=["chat", "responses"])
def test_a_reply_without_an_end_is_not_taken_into_memory(adapter: Adapter) -> None:
    whole_reply = Status(200, bomb(101, b'{"a": "'), headers=BOMB)
    fault = fault_of(adapter, whole_reply, stream=False)
    assert str(fault) == "the reply of the provider is too long: no honest one comes near it"
    event = Status(200, bomb(101, b"data: "), headers=BOMB, content_type="text/event-stream")
    fault = fault_of(adapter, event)
    assert str(fault) == "a piece of the reply of the provider does not end"


@pytest.mark.parametrize("adapter", [COMPATIBLE, RESPONSES], ids=["chat", "responses"])
def test_of_an_error_without_an_end_the_beginning_is_told(adapter: Adapter) -> None:
    error = Status(400, bomb(300, b"too much of everything "), headers=BOMB)
    fault = fault_of(adapter, error)
    assert isinstance(fault, RequestRejectedError)
    assert "too much of everything" in str(fault)


def test_a_server_that_does_not_stream_is_taken_as_it_is() -> None:
    whole = openai_chunk({})
    whole["choices"] = [{"message": {"content": "all at once"}, "finish_reason": "stop"}]
    talk = ask(COMPATIBLE, [Status(200, whole)], stream=True)
    assert (talk.reply.text, talk.shown) == ("all at once", "all at once")


@pytest.mark.parametrize("content_type", ["text/plain; charset=utf-8", "", "application/json"])
def test_a_stream_under_another_name_is_a_stream(content_type: str) -> None:
    events = [openai_chunk({"content": "a"}), openai_chunk({"content": "b"}, "stop")]
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    talk = ask(COMPATIBLE, [Status(200, body, content_type=content_type)])
    assert (talk.reply.text, talk.progress) == ("ab", [TextDelta("a"), TextDelta("b")])


def test_a_stream_nobody_asked_for_is_not_looked_for() -> None:
    answer = Status(200, "data: {}\n\n", content_type="text/plain")
    assert isinstance(fault_of(COMPATIBLE, answer, stream=False), GarbledReplyError)


def test_the_providers_that_are_known_are_those_of_litellm() -> None:
    assert {provider.value for provider in import_litellm().LlmProviders} <= litellm_providers()


def test_a_key_with_odd_characters_is_refused_before_it_is_sent_or_shown() -> None:
    key = "sk-ключ\nsecret"
    with ProviderServer([]) as server:
        with pytest.raises(AuthenticationFailedError) as caught:
            asyncio.run(_ask(COMPATIBLE.make(server.url, key=key), QUESTION, []))
        assert server.requests == []
    assert "secret" not in str(caught.value)


def test_the_connection_is_kept_between_requests() -> None:
    # LiteLLM's connections are its own affair, and mostly kept.
    async def ask_twice(server: ProviderServer) -> tuple[str, str]:
        model = COMPATIBLE.make(server.url)
        first = await model.complete(QUESTION, lambda _: None)
        second = await _ask(model, QUESTION, [])
        return first.text, second.text

    with ProviderServer([Reply("one"), Reply("two")]) as server:
        assert asyncio.run(ask_twice(server)) == ("one", "two")
        assert server.connections == 1


@every_adapter_and_the_editor
def test_closing_one_model_leaves_another_one_alone(adapter: Adapter) -> None:
    async def close_between(server: ProviderServer) -> str:
        first, second = adapter.make(server.url), adapter.make(server.url)
        await second.complete(QUESTION, lambda _: None)
        await _ask(first, QUESTION, [])
        return (await _ask(second, QUESTION, [])).text

    with ProviderServer([Reply("a"), Reply("b"), Reply("c")]) as server:
        assert asyncio.run(close_between(server)) == "c"


@pytest.fixture
def authority() -> trustme.CA:
    """A certificate authority that nobody knows."""
    return trustme.CA()


def _tls(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate = authority.issue_cert("127.0.0.1")
    with certificate.private_key_and_cert_chain_pem.tempfile() as path:
        context.load_cert_chain(path)
    return context


@every_adapter
def test_a_private_ca_is_trusted_when_the_environment_names_it(
    adapter: Adapter, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    with ProviderServer([Reply("safe")], ssl_context=_tls(authority)) as server:
        assert asyncio.run(_ask(adapter.make(server.url), QUESTION, [])).text == "safe"


@every_adapter
def test_an_unknown_ca_is_not_trusted(
    adapter: Adapter, authority: trustme.CA, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    with ProviderServer([Reply("unsafe")], ssl_context=_tls(authority)) as server:
        with pytest.raises(ConnectionFailedError, match=r"(?i)certificate"):
            asyncio.run(_ask(adapter.make(server.url), QUESTION, []))
        assert server.requests == []


@every_adapter
def test_the_proxy_of_the_environment_is_used(
    adapter: Adapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_PROXY", "no_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with ProviderServer([Reply("through the proxy")]) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        model = adapter.make("http://provider.invalid")
        assert asyncio.run(_ask(model, QUESTION, [])).text == "through the proxy"
        assert proxy.requests[0].target.startswith("http://provider.invalid/v1/")


def test_a_loopback_address_can_be_kept_from_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", refused_url())
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert ask(COMPATIBLE, [Reply("direct")]).reply.text == "direct"


def test_a_proxy_that_is_not_on_the_way_is_in_nobodys_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", "socks5://127.0.0.1:9")
    monkeypatch.setenv("https_proxy", "foo://x")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert ask(COMPATIBLE, [Reply("direct")]).reply.text == "direct"


@every_adapter
def test_a_proxy_that_is_none_is_named(adapter: Adapter, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", "foo://me:secret@x")
    fault = fault_of(adapter, Reply("through"))
    assert isinstance(fault, RequestRejectedError)
    assert "HTTP_PROXY" in str(fault)
    assert "secret" not in str(fault)


@pytest.mark.skipif(find_spec("socksio") is not None, reason="the package for SOCKS is installed")
def test_a_socks_proxy_is_told_with_the_command_that_makes_it_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_PROXY", "no_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("all_proxy", "socks5://127.0.0.1:9")
    fault = fault_of(COMPATIBLE, Reply("through"))
    assert isinstance(fault, RequestRejectedError)
    assert "pip install 'httpx[socks]<" in str(fault)
    assert "all_proxy" in str(fault)


@table(("model", "limit"), [("openai/m", "max_tokens"), ("anthropic/m", "max_tokens")])
def test_what_the_user_wants_with_every_request_is_in_it(model: str, limit: str) -> None:
    with ProviderServer([Reply("ok")]) as server:
        llm = LlmSettings(
            model=model,
            provider="openai_compatible" if model.startswith("openai") else "litellm",
            api_base=server.url,
            max_output_tokens=500,
            temperature=0.5,
            extra_headers={"X-Team": "t1"},
            extra_body={"metadata": {"user_id": "u1"}},
        )
        opened = open_model(llm, ModelSources({}, api_key=KEY))
        asyncio.run(_ask(opened, QUESTION, []))
        [received] = server.requests
    assert received.headers["x-team"] == "t1"
    wanted = {limit: 500, "temperature": 0.5, "metadata": {"user_id": "u1"}}
    assert {name: received.body.get(name) for name in wanted} == wanted
