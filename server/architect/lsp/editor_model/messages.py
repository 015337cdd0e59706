"""Requests to the editor's model and its replies, in the names of the protocol."""

from typing import Any

from architect.bootstrap.models.chat_format import chat_messages, chat_reply
from architect.domain.errors import GarbledReplyError
from architect.domain.messages import Message, ToolMessage
from architect.domain.model_exchange import ModelReply, ModelRequest, ToolSchema
from architect.domain.tokens import estimate_tokens
from architect.l10n import english
from architect.lsp.protocol.model_requests import (
    CompleteParams,
    ModelCall,
    ModelMessage,
    ModelOptions,
    ModelTool,
)
from architect.lsp.protocol.to_json import as_list, as_object

_JUSTIFICATION = "Architect is working on a task you gave it and asks this model what to do next."


def complete_params(request: ModelRequest, request_id: str, wanted: str) -> CompleteParams:
    """The parameters of `architect/llm/complete`; `wanted` is empty for any model."""
    pairs = zip(request.messages, chat_messages(request.messages), strict=True)
    options: ModelOptions = {
        "toolChoice": "auto" if request.tools else "none",
        "justification": _JUSTIFICATION,
    }
    return {
        "requestId": request_id,
        "model": wanted or None,
        "messages": [_sent(*pair) for pair in pairs],
        "tools": [_tool(schema) for schema in request.tools],
        "options": options,
    }


def estimated_tokens(params: CompleteParams) -> int:
    """About how long a request is, for a model that takes so many tokens and no more."""
    said = (f"{each['content']}{each.get('toolCalls', '')}" for each in params["messages"])
    return sum(estimate_tokens(text) for text in (*said, *map(str, params["tools"])))


def reply_of(answer: Any) -> ModelReply:
    """The reply in the answer to `architect/llm/complete`.

    Raises:
        GarbledReplyError, StreamCutError: it is none, or was broken off.
    """
    said = as_object(answer)
    if not isinstance(said.get("text"), str):
        raise GarbledReplyError(
            english("the editor's response is not a model reply: it has no text")
        )
    usage, calls = as_object(said.get("usage")), said.get("toolCalls")
    return chat_reply(
        {"content": said["text"], "tool_calls": _calls(calls)},
        finish=said.get("finish"),
        usage={
            "prompt_tokens": usage.get("inputTokens"),
            "completion_tokens": usage.get("outputTokens"),
        },
    )


def _sent(message: Message, chat: dict[str, Any]) -> ModelMessage:
    sent: ModelMessage = {"role": chat["role"], "content": chat["content"] or ""}
    if calls := chat.get("tool_calls"):
        sent["toolCalls"] = [_sent_call(call) for call in calls]
    if isinstance(message, ToolMessage):
        sent["toolCallId"] = chat["tool_call_id"]
        sent["name"] = message.name
    return sent


def _sent_call(call: dict[str, Any]) -> ModelCall:
    function = call["function"]
    return {"id": call["id"], "name": function["name"], "arguments": function["arguments"]}


def _tool(schema: ToolSchema) -> ModelTool:
    function = schema["function"]
    return {
        "name": function["name"],
        "description": function["description"],
        "parameters": function["parameters"],
    }


def _calls(calls: Any) -> list[dict[str, Any]]:
    """Calls in the chat format, for what puts together those of every provider."""
    return [
        {"id": call.get("id"), "function": {key: call.get(key) for key in ("name", "arguments")}}
        for call in map(as_object, as_list(calls))
    ]
