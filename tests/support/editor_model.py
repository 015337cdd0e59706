"""An editor that lends a model, which it reaches over HTTP as editors reach theirs."""

import asyncio
from typing import Any

from architect.adapters.models.chat.completions import ChatCompletions
from architect.adapters.models.chat.dialect import ChatDialect
from architect.adapters.models.openai_compatible.endpoint import endpoint_for
from architect.adapters.models.openai_compatible.model import OpenAiCompatibleModel
from architect.domain.errors import (
    AuthenticationFailedError,
    ModelFault,
    RateLimitedError,
    RequestRejectedError,
)
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import ModelProgress, ModelReply, ModelRequest, TextDelta
from architect.jsonrpc.client import ClientRefusedError, ClientTimeoutError
from architect.lsp.editor_model.deltas import StreamDeltas

Json = dict[str, Any]
_LONG_S = 60.0


class LendingEditor:
    """The `Client` of an `EditorLanguageModel` whose text goes through `deltas`."""

    def __init__(self, url: str, deltas: StreamDeltas) -> None:
        self._url = url
        self._deltas = deltas

    def notify(self, method: str, params: Any) -> None:
        raise AssertionError(f"nothing is told to an editor that lends a model, not {method!r}")

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        if method == "architect/llm/models":
            return {"models": []}
        try:
            async with asyncio.timeout(timeout_s):
                return await self._complete(params)
        except TimeoutError as late:
            raise ClientTimeoutError(f"no answer within {timeout_s:g} s") from late
        except ModelFault as fault:
            data = {"code": _code(fault), "detail": str(fault), "retryable": fault.transient}
            raise ClientRefusedError(-32020, "the model failed", data) from fault

    async def _complete(self, params: Json) -> Json:
        def show(progress: ModelProgress) -> None:
            if isinstance(progress, TextDelta):
                self._deltas.take({"requestId": params["requestId"], "text": progress.text})

        endpoint = endpoint_for("openai/m", api_base=self._url, proxy=False)
        model = OpenAiCompatibleModel(
            "openai/m",
            ChatCompletions(endpoint.wire_name, ChatDialect()),
            api_base=endpoint.api_base,
            api_key=None,
            timeout_s=_LONG_S,
            idle_s=_LONG_S,
            stream=True,
        )
        try:
            return _answer(await model.complete(_request(params), show))
        finally:
            await model.aclose()


def _code(fault: ModelFault) -> str:
    match fault:
        case AuthenticationFailedError():
            return "no_permission"
        case RateLimitedError():
            return "quota"
        case RequestRejectedError():
            return "blocked"
        case _:
            return "unavailable"


def _request(params: Json) -> ModelRequest:
    tools = ({"type": "function", "function": tool} for tool in params["tools"])
    return ModelRequest(tuple(map(_message, params["messages"])), tuple(tools))


def _message(message: Json) -> Message:
    match message["role"]:
        case "system":
            return SystemMessage(message["content"])
        case "user":
            return UserMessage(message["content"])
        case "tool":
            return ToolMessage(CallId(message["toolCallId"]), message["name"], message["content"])
        case _:
            calls = (
                ToolCall(CallId(call["id"]), call["name"], call["arguments"])
                for call in message.get("toolCalls", ())
            )
            return AssistantMessage(message["content"], tuple(calls))


def _answer(reply: ModelReply) -> Json:
    answer: Json = {
        "text": reply.text,
        "toolCalls": [
            {"id": call.id, "name": call.name, "arguments": call.arguments} for call in reply.calls
        ],
        "finish": reply.finish,
        "model": "m",
    }
    if usage := reply.usage:
        answer["usage"] = {"inputTokens": usage.input_tokens, "outputTokens": usage.output_tokens}
    return answer
