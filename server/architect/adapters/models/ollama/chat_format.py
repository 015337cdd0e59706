"""Ollama's own chat format: https://github.com/ollama/ollama/blob/main/docs/api.md (November 2026).

Unlike its OpenAI format it takes `options.num_ctx`, without which Ollama silently cuts a prompt at
its default (https://docs.ollama.com/api/openai-compatibility, "Setting the context size").
"""

import json
from collections.abc import Mapping
from typing import Any

from architect.adapters.models.chat.dialect import ChatDialect
from architect.adapters.models.chat.reply_assembler import ReplyAssembler
from architect.adapters.models.chat.wire_messages import wire_messages
from architect.adapters.models.loose_json import dict_of, dicts_of
from architect.adapters.models.openai_compatible.wire_format import Assembler, WireFormat
from architect.adapters.models.request_options import RequestOptions
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.ports.model import ProgressListener

_EFFORTS: Mapping[str, object] = {"none": False, "minimal": "low", "max": "high"}


class OllamaChat:
    """Requests to the model `wire_name`, which shall keep `num_ctx` tokens of context."""

    path = "/api/chat"
    holds_for_all = True

    def __init__(self, wire_name: str, dialect: ChatDialect, *, num_ctx: int) -> None:
        self._wire_name = wire_name
        self._dialect = dialect
        self._num_ctx = num_ctx

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        messages = wire_messages(request.messages, self._dialect, request.images)
        body: dict[str, Any] = {
            "model": self._wire_name,
            "messages": list(map(_native, messages)),
            "stream": stream,
            "options": {"num_ctx": self._num_ctx},
        }
        if request.tools:
            body["tools"] = list(request.tools)
        return body

    def wishes(self, options: RequestOptions) -> Mapping[str, Any]:
        """https://github.com/ollama/ollama/blob/main/docs/modelfile.md and
        https://docs.ollama.com/capabilities/thinking (November 2026).
        """
        wishes: dict[str, Any] = {"options": options.reply_limit("num_predict") | options.sampling}
        if (effort := options.reasoning_effort) is not None:
            wishes["think"] = _EFFORTS.get(effort, effort)
        return wishes

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        return _OllamaAssembler(ReplyAssembler(on_progress, origin=self._dialect.origin))

    def after_refusal(self, message: str) -> WireFormat | None:
        return None

    def error_in(self, fields: Mapping[str, Any]) -> object:
        return fields.get("error")

    def thinks(self, fields: Mapping[str, Any]) -> bool:
        return False

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        return fields.get("done") is True


def _native(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message of the OpenAI format in Ollama's: arguments are objects, no content is empty."""
    native = {key: value for key, value in message.items() if key not in ("tool_calls", "content")}
    native["content"] = message.get("content") or ""
    if parts := dicts_of(message.get("content")):
        native["images"] = [_base64(part) for part in parts if part["type"] == "image_url"]
        native["content"] = parts[-1]["text"]
    if thoughts := native.pop("reasoning_content", None):
        native["thinking"] = thoughts
    calls = dicts_of(message.get("tool_calls"))
    if calls:
        native["tool_calls"] = [{**call, "function": _with_object(call)} for call in calls]
    return native


def _base64(part: Mapping[str, Any]) -> str:
    """The content of an image alone, without what makes it an address."""
    return str(dict_of(part.get("image_url")).get("url")).partition(",")[2]


def _with_object(call: Mapping[str, Any]) -> dict[str, Any]:
    function = dict_of(call.get("function"))
    return {**function, "arguments": json.loads(function["arguments"])}


class _OllamaAssembler:
    """Hands the pieces of a reply to `inner` in the OpenAI format."""

    def __init__(self, inner: ReplyAssembler) -> None:
        self._inner = inner
        self._calls = 0

    def feed(self, fields: Mapping[str, Any], /) -> None:
        message = dict_of(fields.get("message"))
        delta = {
            "content": message.get("content"),
            "reasoning_content": message.get("thinking"),
            "tool_calls": [self._call(call) for call in dicts_of(message.get("tool_calls"))],
        }
        finish = fields.get("done_reason") or "stop" if fields.get("done") is True else None
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        self._inner.feed({"choices": [choice], "usage": _usage(fields)})

    def reply(self, *, ended: bool) -> ModelReply:
        return self._inner.reply(ended=ended)

    def _call(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """Each comes whole; an index of its own keeps it apart from the others."""
        self._calls += 1
        return {"index": self._calls, "id": call.get("id"), "function": call.get("function")}


def _usage(fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """The counts of the last piece; an input of which nothing was new may not be counted at all."""
    into, out = fields.get("prompt_eval_count"), fields.get("eval_count")
    if into is None or out is None:
        return None
    return {"prompt_tokens": into, "completion_tokens": out}
