"""One reply out of the events of a response, or out of a whole response.

The events: https://platform.openai.com/docs/api-reference/responses-streaming (November 2026).
"""

from collections.abc import Callable, Mapping
from typing import Any

from architect.adapters.models.finish_reasons import finish_reason
from architect.adapters.models.loose_json import dict_of, dicts_of
from architect.adapters.models.responses.drafts import Drafts
from architect.adapters.models.responses.items import Item, is_call, is_reasoning, kept_items
from architect.adapters.models.responses.shown_text import ShownText
from architect.adapters.models.responses.words import reasoning_of, refusal_of, text_of
from architect.adapters.models.token_counts import usage_of
from architect.domain.errors import GarbledReplyError, StreamCutError
from architect.domain.ids import CallId
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import (
    FinishReason,
    ModelReply,
    ReasoningDelta,
    TextDelta,
)
from architect.domain.provider_items import ProviderItems, provider_items
from architect.domain.tokens import estimate_tokens
from architect.domain.usage import Usage
from architect.l10n import english

LAST_EVENTS = frozenset(
    {"response.completed", "response.incomplete", "response.failed", "response.done"}
)

_Progress = Callable[[TextDelta | ReasoningDelta], None]


class ResponseAssembler:
    """Takes events (`feed`) until the reply is there (`reply`).

    Text and reasoning are passed on as they come. What holds in the end are the items that the last
    event lists; those that came one by one stand in where it lists none or not all. `origin` is
    that of the items that go back. Events that are not known, of which there are ever more, are
    left alone.
    """

    def __init__(self, on_progress: _Progress, *, origin: str) -> None:
        self._origin = origin
        self._drafts = Drafts()
        self._text = ShownText(lambda text: on_progress(TextDelta(text)))
        self._reasoning = ShownText(lambda text: on_progress(ReasoningDelta(text)))
        self._last: Mapping[str, Any] | None = None
        self._known_events = 0

    def feed(self, event: Mapping[str, Any]) -> None:
        """Add an event of a stream, or a whole response that was not streamed."""
        kind = event.get("type")
        if not isinstance(kind, str):
            if event.get("object") == "response" or "output" in event:
                self._last = event
            return
        if kind in LAST_EVENTS:
            self._last = dict_of(event.get("response"))
        elif not kind.startswith("response."):
            return
        self._known_events += 1
        self._take(kind.removeprefix("response."), event)

    def reply(self, *, ended: bool) -> ModelReply:
        """The reply; `ended` says that the provider marked the end of the stream (`[DONE]`).

        Raises:
            StreamCutError: the stream stopped before its end.
            GarbledReplyError: the provider sent nothing that is a reply.
        """
        last = self._checked_last(ended=ended)
        output = self._output(last)
        calls = tuple(_call(item) for item in output if is_call(item))
        text = self._text.completed(text_of(output))
        reasoning = self._reasoning.completed(reasoning_of(output))
        usage = usage_of(last.get("usage"))
        return ModelReply(
            text=text,
            calls=calls,
            finish=_finish(last, calls, refused=bool(refusal_of(output))),
            usage=usage,
            reasoning=reasoning,
            items=self._items(output, reasoning, usage),
        )

    def _take(self, kind: str, event: Mapping[str, Any]) -> None:
        match kind:
            case "output_item.added":
                self._drafts.open(event, dict_of(event.get("item")))
            case "output_item.done":
                self._drafts.close(event, dict_of(event.get("item")))
            case "output_text.delta" | "refusal.delta":
                self._grow("message", event, self._text)
            case "reasoning_summary_text.delta" | "reasoning_text.delta":
                part = event.get("summary_index", event.get("content_index"))
                self._grow("reasoning", event, self._reasoning, part=part)
            case "function_call_arguments.delta":
                self._grow("function_call", event)
            case "function_call_arguments.done":
                self._take_arguments(event)
            case _:
                pass

    def _grow(
        self,
        item_kind: str,
        event: Mapping[str, Any],
        shown: ShownText | None = None,
        *,
        part: object = None,
    ) -> None:
        piece = event.get("delta")
        if not isinstance(piece, str) or not piece:
            return
        draft = self._drafts.of(event, item_kind)
        if draft.done:
            return
        if item_kind != "reasoning":
            draft.pieces.append(piece)
        if shown is not None:
            shown.add(piece, (id(draft), part))

    def _take_arguments(self, event: Mapping[str, Any]) -> None:
        arguments = event.get("arguments")
        if isinstance(arguments, str):
            self._drafts.of(event, "function_call").pieces[:] = [arguments]

    def _checked_last(self, *, ended: bool) -> Mapping[str, Any]:
        """The response at its end; a stream that is marked as over may end without it."""
        if self._last is None:
            if ended and not self._known_events:
                raise GarbledReplyError(english("what the provider sent is not a response"))
            if not ended or not 0 < len(self._drafts) == self._drafts.finished():
                raise StreamCutError(english("the stream ended in the middle of the reply"))
            return {"status": "completed"}
        status = self._last.get("status", "completed")
        if status not in ("completed", "incomplete"):
            raise StreamCutError(
                english(
                    "the provider broke off its reply: its status is {status!r:.100}", status=status
                )
            )
        return self._last

    def _output(self, last: Mapping[str, Any]) -> list[Item]:
        listed, drafted = dicts_of(last.get("output")), self._drafts.items()
        if not listed or len(listed) < self._drafts.finished():
            return drafted
        # Azure sends the encrypted reasoning at the end alone, others only with its own event.
        encrypted = {str(item.get("id")): item.get("encrypted_content") for item in drafted}
        return [_with_encrypted(item, encrypted.get(str(item.get("id")))) for item in listed]

    def _items(
        self, output: list[Item], reasoning: str, usage: Usage | None
    ) -> ProviderItems | None:
        kept = kept_items(output)
        if not kept:
            return None
        thought = any(map(is_reasoning, kept))
        counted = usage.reasoning_tokens if usage else 0
        tokens = max(counted, estimate_tokens(reasoning)) if thought else 0
        return provider_items(self._origin, kept, tokens=tokens)


def _call(item: Item) -> ToolCall:
    name, arguments = item.get("name"), item.get("arguments")
    return ToolCall(
        CallId(str(item.get("call_id") or item.get("id") or "")),
        name if isinstance(name, str) else "",
        arguments if isinstance(arguments, str) else "",
    )


def _with_encrypted(item: Item, encrypted: object) -> Item:
    if not is_reasoning(item) or item.get("encrypted_content") or not encrypted:
        return item
    return {**item, "encrypted_content": encrypted}


def _finish(last: Mapping[str, Any], calls: tuple[ToolCall, ...], *, refused: bool) -> FinishReason:
    if last.get("status") == "incomplete":
        reason = dict_of(last.get("incomplete_details")).get("reason")
        finish = finish_reason(reason) if isinstance(reason, str) else None
        if finish is None or finish in (FinishReason.STOP, FinishReason.TOOL_CALLS):
            raise StreamCutError(
                english(
                    "the provider broke off its reply: it is incomplete, for {reason!r:.100}",
                    reason=reason,
                )
            )
        return finish
    if calls:
        return FinishReason.TOOL_CALLS
    return FinishReason.CONTENT_FILTER if refused else FinishReason.STOP
