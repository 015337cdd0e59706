"""OpenAI's chat completions: https://platform.openai.com/docs/api-reference/chat."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.cache_key import cache_key
from architect.adapters.models.chat.dialect import ChatDialect, after_refusal
from architect.adapters.models.chat.reply_assembler import ReplyAssembler
from architect.adapters.models.chat.wire_messages import wire_messages
from architect.adapters.models.openai_compatible.wire_format import Assembler, WireFormat
from architect.adapters.models.reasoning_effort import deepseek_effort
from architect.adapters.models.request_options import RequestOptions
from architect.domain.model_exchange import ModelRequest
from architect.ports.model import ProgressListener


class ChatCompletions:
    """The format that nearly every server speaks, for the model it knows as `wire_name`."""

    path = "/chat/completions"
    holds_for_all = True

    def __init__(self, wire_name: str, dialect: ChatDialect) -> None:
        self._wire_name = wire_name
        self._dialect = dialect

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._wire_name,
            "messages": wire_messages(request.messages, self._dialect, request.images),
        }
        if tools := request.tools or request.withheld:
            body["tools"] = list(tools)
        # To Anthropic it is a part of what the messages are cached with; there words must do.
        if request.withheld and self._dialect.cache == "none":
            body["tool_choice"] = "none"
        if self._dialect.takes_cache_key and request.conversation:
            body["prompt_cache_key"] = cache_key(request.conversation)
        if stream:
            body["stream"] = True
            body["stream_options"] = {"include_usage": True}
        return body

    def wishes(self, options: RequestOptions) -> Mapping[str, Any]:
        limit = options.reply_limit(self._dialect.reply_limit)
        return {**limit, **options.sampling, **self._effort(options.reasoning_effort)}

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        return ReplyAssembler(on_progress, origin=self._dialect.origin)

    def after_refusal(self, message: str) -> WireFormat | None:
        dialect = after_refusal(self._dialect, message)
        return None if dialect is None else ChatCompletions(self._wire_name, dialect)

    def error_in(self, fields: Mapping[str, Any]) -> object:
        return fields.get("error")

    def thinks(self, fields: Mapping[str, Any]) -> bool:
        return False

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        return False

    def _effort(self, effort: str | None) -> Mapping[str, Any]:
        if effort is None:
            return {}
        if self._dialect.effort == "of_deepseek":
            return deepseek_effort(effort)
        return {"reasoning_effort": effort}
