"""One of two formats, until the server says that it wants the other one."""

from collections.abc import Callable, Mapping
from typing import Any

from architect.adapters.models.openai_compatible.wire_format import Assembler, WireFormat
from architect.adapters.models.request_options import RequestOptions
from architect.domain.model_exchange import ModelRequest
from architect.lazy_pattern import lazy_pattern
from architect.ports.model import ProgressListener

_NO_SUCH_PATH = lazy_pattern(r"answered (?:404|405)\b")
_SOMETHING_ELSE = ("model", "deployment", "item with id")
"""What is not found, or not allowed, where it is not the path."""

_REFUSES = ("not support", "unsupported", "not accessible", "not work", "not enabled", "unexpected")
_CHAT = ("chat/completions", "chatcompletion", "chat completions")
_RESPONSES = ("/responses", "responses api")


class EitherFormat:
    """`format`, and `other` once the server has said that only that will do; then for good.

    OpenAI says "only supported in v1/responses" and "use /v1/responses", Azure "the chatCompletion
    operation does not work with the specified model", GitHub Copilot "not accessible via the
    /chat/completions endpoint"; a server that has no such path says so in many words.
    """

    def __init__(self, format: WireFormat, other: Callable[[], WireFormat]) -> None:
        self._format = format
        self._other = other

    @property
    def path(self) -> str:
        return self._format.path

    @property
    def holds_for_all(self) -> bool:
        return self._format.holds_for_all

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        return self._format.body(request, stream=stream)

    def wishes(self, options: RequestOptions) -> Mapping[str, Any]:
        return self._format.wishes(options)

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        return self._format.assembler(on_progress)

    def after_refusal(self, message: str) -> WireFormat | None:
        if wants_other_path(message, self._format.path):
            return self._other()
        changed = self._format.after_refusal(message)
        return None if changed is None else EitherFormat(changed, self._other)

    def error_in(self, fields: Mapping[str, Any]) -> object:
        return self._format.error_in(fields)

    def thinks(self, fields: Mapping[str, Any]) -> bool:
        return self._format.thinks(fields)

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        return self._format.is_last(fields)


def wants_other_path(message: str, path: str) -> bool:
    """Whether a server that was asked at `path` refuses it with `message`."""
    words = message.lower()
    own, other = (_RESPONSES, _CHAT) if path == "/responses" else (_CHAT, _RESPONSES)
    if any(name in words for name in other) and "reasoning_content" not in words:
        return True
    refused = any(phrase in words for phrase in _REFUSES)
    if refused and any(name in words for name in (*own, "endpoint")):
        return True
    missing = _NO_SUCH_PATH.search(words) is not None
    return missing and not any(name in words for name in _SOMETHING_ELSE)
