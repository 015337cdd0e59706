"""Requests and replies in OpenAI's Responses API, used without anything stored there."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.cache_key import cache_key
from architect.adapters.models.loose_json import dict_of
from architect.adapters.models.openai_compatible.wire_format import Assembler, WireFormat
from architect.adapters.models.request_options import RequestOptions
from architect.adapters.models.responses.assembler import LAST_EVENTS, ResponseAssembler
from architect.adapters.models.responses.dialect import ResponsesDialect, after_refusal
from architect.adapters.models.responses.input import flat_tool, input_items
from architect.adapters.models.sendable import sendable
from architect.domain.messages import SystemMessage
from architect.domain.model_exchange import ModelRequest
from architect.l10n import english
from architect.ports.model import ProgressListener

_ENCRYPTED = "reasoning.encrypted_content"


class Responses:
    """The format of OpenAI's newer models, for the one that the server knows as `wire_name`."""

    path = "/responses"

    def __init__(self, wire_name: str, dialect: ResponsesDialect) -> None:
        self._wire_name = wire_name
        self._dialect = dialect

    @property
    def holds_for_all(self) -> bool:
        return self._dialect.takes_items

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        origin = self._dialect.origin if self._dialect.takes_items else None
        messages = request.messages
        body: dict[str, Any] = {"model": self._wire_name, "store": False}
        if messages and isinstance(messages[0], SystemMessage):
            body["instructions"] = sendable(messages[0].text)
            messages = messages[1:]
        body["input"] = input_items(messages, origin=origin, images=request.images)
        if tools := request.tools or request.withheld:
            body["tools"] = [flat_tool(tool) for tool in tools]
        if request.withheld:
            body["tool_choice"] = "none"
        if self._dialect.reasons:
            body["include"] = [_ENCRYPTED]
            if self._dialect.summarises:
                body["reasoning"] = {"summary": "auto"}
        if self._dialect.takes_cache_key and request.conversation:
            body["prompt_cache_key"] = cache_key(request.conversation)
        if stream:
            body["stream"] = True
        return body

    def wishes(self, options: RequestOptions) -> Mapping[str, Any]:
        wishes = options.reply_limit("max_output_tokens") | options.sampling
        if options.reasoning_effort is not None:
            wishes["reasoning"] = {"effort": options.reasoning_effort}
        return wishes

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        return ResponseAssembler(on_progress, origin=self._dialect.origin)

    def after_refusal(self, message: str) -> WireFormat | None:
        dialect = after_refusal(self._dialect, message)
        return None if dialect is None else Responses(self._wire_name, dialect)

    def error_in(self, fields: Mapping[str, Any]) -> object:
        """The error of an event or of a whole response; a failure without one is one, too."""
        if error := fields.get("error"):
            return error
        if fields.get("type") == "error":
            return fields
        response = fields if fields.get("object") == "response" else dict_of(fields.get("response"))
        if response.get("status") == "failed" or fields.get("type") == "response.failed":
            return response.get("error") or {"message": english("the response failed")}
        return None

    def thinks(self, fields: Mapping[str, Any]) -> bool:
        """Without a summary, nothing comes between the beginning and the end of a reasoning item.

        https://platform.openai.com/docs/api-reference/responses-streaming (November 2026).
        """
        kind = fields.get("type")
        begun = kind == "response.output_item.added"
        if begun and dict_of(fields.get("item")).get("type") == "reasoning":
            return True
        return isinstance(kind, str) and kind.startswith("response.reasoning_")

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        return fields.get("type") in LAST_EVENTS
