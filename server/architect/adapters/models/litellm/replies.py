"""LiteLLM's replies in the fields of the OpenAI chat format.

LiteLLM translates: a finish reason it does not know becomes `stop`, a refusal goes to another field
or nowhere. What the provider said is put back.
"""

from collections.abc import AsyncGenerator, Callable
from typing import Any

_DELTA_MEMBERS = ("content", "reasoning_content", "thinking_blocks", "provider_specific_fields")


def reply_fields(answer: Any) -> dict[str, Any]:
    """A reply that was not streamed."""
    fields: dict[str, Any] = answer.model_dump()
    for choice in fields.get("choices") or ():
        message: dict[str, Any] = choice.get("message") or {}
        refusal = message.get("refusal") or _put_aside(message, "refusal")
        native = _put_aside(choice, "native_finish_reason")
        choice["message"] = {**message, "refusal": refusal}
        choice["finish_reason"] = native or choice.get("finish_reason")
    return fields


def _put_aside(fields: dict[str, Any], name: str) -> Any:
    aside: dict[str, Any] = fields.get("provider_specific_fields") or {}
    return aside.get(name)


def chunk_fields(chunk: Any) -> dict[str, Any]:
    """A chunk of a stream; `model_dump` of a chunk takes ten times as long."""
    usage = getattr(chunk, "usage", None)
    return {
        "choices": [_choice_fields(choice) for choice in chunk.choices or ()],
        "usage": None if usage is None else usage.model_dump(),
    }


def _choice_fields(choice: Any) -> dict[str, Any]:
    delta = choice.delta
    calls = getattr(delta, "tool_calls", None)
    legacy = getattr(delta, "function_call", None)
    return {
        "index": choice.index,
        "finish_reason": choice.finish_reason,
        "delta": {
            **{name: getattr(delta, name, None) for name in _DELTA_MEMBERS},
            "tool_calls": [_dumped(call) for call in calls or ()],
            "function_call": None if legacy is None else _dumped(legacy),
        },
    }


def _dumped(value: Any) -> Any:
    return value.model_dump() if hasattr(value, "model_dump") else value


class SourceWatch:
    """Looks at the provider's own chunks on their way into `stream`, a stream of LiteLLM's.

    `heard` is called for each: LiteLLM passes on none that only keeps the connection alive.
    """

    def __init__(self, stream: Any, heard: Callable[[], None]) -> None:
        self._heard = heard
        self._index: object = None
        self._refusal = ""
        self._finish: object = None
        # With a provider that does not stream, this is a text or a whole reply.
        if hasattr(stream.completion_stream, "__aiter__"):
            stream.completion_stream = self._passed_on(stream.completion_stream)

    def left_out(self) -> dict[str, Any]:
        """A chunk with what did not come out of the stream as it went in."""
        delta = {"refusal": self._refusal}
        return {"choices": [{"index": self._index, "delta": delta, "finish_reason": self._finish}]}

    async def _passed_on(self, chunks: Any) -> AsyncGenerator[Any]:
        try:
            async for chunk in chunks:
                self._heard()
                for choice in getattr(chunk, "choices", None) or ():
                    self._look_at(choice)
                yield chunk
        finally:
            close = getattr(chunks, "aclose", None) or getattr(chunks, "close", None)
            if close is not None:
                await close()

    def _look_at(self, choice: Any) -> None:
        if self._index is None:
            self._index = choice.index
        if choice.index == self._index:
            self._refusal += getattr(choice.delta, "refusal", None) or ""
            self._finish = choice.finish_reason or self._finish
