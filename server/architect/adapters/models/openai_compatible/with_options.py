"""What the user wants said with every request, in the words of each format."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.hosts import operator_of
from architect.adapters.models.loose_json import dict_of
from architect.adapters.models.openai_compatible.wire_format import Assembler, WireFormat
from architect.adapters.models.reasoning_effort import effort_members
from architect.adapters.models.request_options import RequestOptions
from architect.domain.model_exchange import ModelRequest
from architect.ports.model import ProgressListener


class WithOptions:
    """`wire`, whose requests to `api_base` say what `options` want."""

    def __init__(self, wire: WireFormat, options: RequestOptions, *, api_base: str) -> None:
        self._wire = wire
        self._options = options
        self._api_base = api_base

    @property
    def path(self) -> str:
        return self._wire.path

    @property
    def holds_for_all(self) -> bool:
        return self._wire.holds_for_all

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        body = self._wire.body(request, stream=stream)
        effort = effort_members(
            self._options.reasoning_effort, path=self.path, api_base=self._api_base
        )
        body = _merged(body, effort)
        if self.path == "/api/chat":
            # https://github.com/ollama/ollama/blob/main/docs/modelfile.md
            options = self._options.reply_limit("num_predict") | self._options.sampling
            if options:
                body["options"] = {**body.get("options", {}), **options}
        else:
            body |= self._options.reply_limit(self._reply_limit_name()) | self._options.sampling
        return _merged(body, self._options.extra_body)

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        return self._wire.assembler(on_progress)

    def after_refusal(self, message: str) -> WireFormat | None:
        return self._wire.after_refusal(message)

    def error_in(self, fields: Mapping[str, Any]) -> object:
        return self._wire.error_in(fields)

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        return self._wire.is_last(fields)

    def _reply_limit_name(self) -> str:
        """OpenAI refuses `max_tokens` for models that reason; others know nothing else.

        https://platform.openai.com/docs/api-reference/chat/create (November 2026).
        """
        if self.path == "/responses":
            return "max_output_tokens"
        of_openai = operator_of(self._api_base) in ("openai", "azure")
        return "max_completion_tokens" if of_openai else "max_tokens"


def _merged(body: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """`body` with `extra`, objects within objects key by key."""
    for name, value in extra.items():
        both = isinstance(body.get(name), dict) and isinstance(value, dict)
        body[name] = {**dict_of(body.get(name)), **value} if both else value
    return body
