"""OpenAI's chat completions: https://platform.openai.com/docs/api-reference/chat."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.openai_compatible.wire_format import Assembler
from architect.adapters.models.reply_assembler import ReplyAssembler
from architect.adapters.models.wire_messages import wire_messages
from architect.domain.model_exchange import ModelRequest, TextDelta
from architect.ports.model import ProgressListener


class ChatCompletions:
    """The format that nearly every server speaks, for the model it knows as `wire_name`."""

    path = "/chat/completions"

    def __init__(self, wire_name: str) -> None:
        self._wire_name = wire_name

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._wire_name,
            "messages": wire_messages(request.messages),
        }
        if request.tools:
            body["tools"] = list(request.tools)
        if stream:
            body["stream"] = True
            body["stream_options"] = {"include_usage": True}
        return body

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        return ReplyAssembler(lambda text: on_progress(TextDelta(text)))

    def error_in(self, fields: Mapping[str, Any]) -> object:
        return fields.get("error")

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        return False
