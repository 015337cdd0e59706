"""One reply out of the pieces in which a provider sends it.

The pieces are chunks of the OpenAI chat format, as dicts. Providers differ from it and from each
other: tool-call deltas arrive without index or id, with one index for several calls, with a new id
in every delta, whole or doubled. What is clear is put together; what is not stays as it was sent,
for the engine to answer.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from architect.adapters.models.chat.reasoning_parts import ReasoningParts, id_without_signature
from architect.adapters.models.chat.think_tags import Split, ThinkTags, thought_without_opening
from architect.adapters.models.finish_reasons import finish_reason
from architect.adapters.models.loose_json import dict_of, dicts_of
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

_Index = int | str


@dataclass(slots=True)
class _OpenCall:
    """A call still growing."""

    id: str
    position: int
    name: str = ""
    pieces: list[str] = field(default_factory=list[str])

    def is_complete(self) -> bool:
        """Whether the arguments so far are a whole JSON object."""
        # Only text that ends like an object is worth parsing: this runs once per delta.
        if not self.pieces or not self.pieces[-1].rstrip().endswith("}"):
            return False
        try:
            return isinstance(json.loads("".join(self.pieces)), dict)
        except (ValueError, RecursionError):
            return False


class ReplyAssembler:
    """Takes chunks (`feed`) until the reply is there (`reply`).

    Text and reasoning are passed on as they come. `origin` is that of the items that have to go
    back, see `ProviderItems`. Of several choices it takes the one that comes first. Call ids are as
    they were sent: empty or repeated if the provider left them out or did not care.
    """

    def __init__(
        self,
        on_progress: Callable[[TextDelta | ReasoningDelta], None],
        *,
        origin: str = "",
    ) -> None:
        self._on_progress = on_progress
        self._origin = origin
        self._tags = ThinkTags()
        self._reasoning = ReasoningParts()
        self._text: list[str] = []
        self._calls: list[_OpenCall] = []
        self._by_key: dict[tuple[_Index | None, str], _OpenCall] = {}
        self._by_index: dict[_Index, _OpenCall] = {}
        self._finish: str | None = None
        self._usage: Usage | None = None
        self._chunks = self._said = 0
        self._choice: _Index | None = None
        self._refused = self._has_content = False

    def feed(self, chunk: Mapping[str, Any]) -> None:
        """Add a chunk of a stream, or a whole reply that was not streamed."""
        self._chunks += 1
        usage = usage_of(chunk.get("usage"))
        if usage is not None:
            self._usage = usage
        for choice in self._chosen(chunk):
            finish = choice.get("finish_reason")
            if isinstance(finish, str) and finish:
                self._finish = finish
            self._take_delta(choice)

    def reply(self, *, ended: bool) -> ModelReply:
        """The reply; `ended` says that the provider marked the end of the stream (`[DONE]`).

        Raises:
            StreamCutError: the stream stopped before its end.
            GarbledReplyError: the provider sent nothing that is a reply.
        """
        self._take_split(self._tags.flush())
        self._check_whole(ended=ended)
        split = Split(self._reasoning.text, "".join(self._text))
        if not split.reasoning:
            split = thought_without_opening(split.text)
        return ModelReply(
            text=split.text,
            calls=tuple(
                ToolCall(CallId(id_without_signature(call.id)), call.name, "".join(call.pieces))
                for call in self._calls
            ),
            finish=self._finish_reason(),
            usage=self._usage,
            reasoning=split.reasoning,
            items=self._items(split.reasoning),
        )

    def _items(self, reasoning: str) -> ProviderItems | None:
        items = self._reasoning.items()
        if not items:
            return None
        counted = self._usage.reasoning_tokens if self._usage else 0
        return provider_items(self._origin, items, tokens=max(counted, estimate_tokens(reasoning)))

    def _chosen(self, chunk: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for position, choice in enumerate(dicts_of(chunk.get("choices"))):
            index = _index_of(choice)
            index = position if index is None else index
            if self._choice is None:
                self._choice = index
            if index == self._choice:
                yield choice

    def _check_whole(self, *, ended: bool) -> None:
        if self._finish is not None and finish_reason(self._finish) is None:
            raise StreamCutError(
                english(
                    "the provider broke off its reply: its finish reason is {finish!r}",
                    finish=self._finish[:100],
                )
            )
        if self._chunks == 0 and not ended:
            raise StreamCutError(english("the stream ended before the first piece of the reply"))
        if self._choice is None:
            raise GarbledReplyError(english("the provider's reply holds no choices"))
        if self._finish is not None:
            return
        if not ended:
            raise StreamCutError(english("the stream ended in the middle of the reply"))
        if not self._text and not self._calls:
            raise GarbledReplyError(
                english("the provider's reply holds no text, no calls and no finish reason")
            )

    def _finish_reason(self) -> FinishReason:
        finish = finish_reason(self._finish or "stop")
        if finish not in (FinishReason.STOP, None):
            return finish
        if self._calls:
            return FinishReason.TOOL_CALLS
        refused = self._refused and not self._has_content
        return FinishReason.CONTENT_FILTER if refused else FinishReason.STOP

    def _take_delta(self, choice: Mapping[str, Any]) -> None:
        delta = dict_of(choice.get("delta"))
        whole = not delta
        if whole:
            delta = dict_of(choice.get("message"))
        content, refusal = _text_of(delta.get("content")), _text_of(delta.get("refusal"))
        self._has_content = self._has_content or bool(content.strip())
        self._refused = self._refused or bool(refusal.strip())
        if reasoning := self._reasoning.take(delta, said=self._said):
            self._on_progress(ReasoningDelta(reasoning))
        self._said += len(content)
        for text in filter(None, (content, refusal)):
            self._take_split(self._tags.push(text))
        for position, entry in enumerate(dicts_of(delta.get("tool_calls"))):
            if whole:
                self._take_whole_call(entry, position)
            else:
                self._take_call_delta(entry)
        legacy = dict_of(delta.get("function_call"))
        if legacy:
            self._take_call_delta({"index": "function_call", "function": legacy})

    def _take_split(self, split: Split) -> None:
        if split.reasoning:
            self._on_progress(ReasoningDelta(self._reasoning.show(split.reasoning)))
        if split.text:
            self._text.append(split.text)
            self._on_progress(TextDelta(split.text))

    def _take_whole_call(self, entry: Mapping[str, Any], position: int) -> None:
        function = dict_of(entry.get("function"))
        call = self._open(position, _id_of(entry))
        self._reasoning.take_call(call.position, entry)
        call.name = _name_of(function)
        call.pieces.append(_arguments_of(function))

    def _take_call_delta(self, entry: Mapping[str, Any]) -> None:
        function = dict_of(entry.get("function"))
        index, call_id = _index_of(entry), _id_of(entry)
        name, piece = _name_of(function), _arguments_of(function)
        call = self._by_key.get((index, call_id)) if call_id else None
        if call is None:
            call = self._continued(index, call_id, name=name, piece=piece)
        if call is None:
            call = self._open(index, call_id)
        self._reasoning.take_call(call.position, entry)
        self._grow(call, name, piece)

    def _continued(
        self, index: _Index | None, call_id: str, *, name: str, piece: str
    ) -> _OpenCall | None:
        """The open call that a delta of no known id continues; None if it starts a new one."""
        call = self._latest(index)
        if call is None:
            return None
        if call_id and call.id and name:
            return None
        if not name:
            # A call starts with its name. Some servers invent an id for every delta, hence no
            # look at the id here, unless nothing is left to be continued.
            return None if call_id and piece.strip() and call.is_complete() else call
        if call.is_complete():
            doubled = name == call.name and piece == "".join(call.pieces)
            return call if doubled and not call_id else None
        if call.pieces and name != call.name:
            return None
        if call_id:
            call.id = call_id
            self._by_key[index, call_id] = call
        return call

    def _latest(self, index: _Index | None) -> _OpenCall | None:
        if index is not None:
            return self._by_index.get(index)
        return self._calls[-1] if self._calls else None

    def _open(self, index: _Index | None, call_id: str) -> _OpenCall:
        call = _OpenCall(call_id, len(self._calls))
        self._calls.append(call)
        if call_id:
            self._by_key[index, call_id] = call
        if index is not None:
            self._by_index[index] = call
        return call

    def _grow(self, call: _OpenCall, name: str, piece: str) -> None:
        if name.startswith(call.name):
            call.name = name or call.name
        elif not call.pieces:
            call.name += name
        if not piece:
            return
        if piece.lstrip().startswith("{") and call.is_complete():
            so_far = "".join(call.pieces)
            if piece == so_far:
                return
            if json.loads(so_far) == {}:
                # A placeholder that some servers send before the real arguments.
                call.pieces.clear()
        call.pieces.append(piece)


def _text_of(content: object) -> str:
    """The text of a `content`, which is a string, null, or a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in dicts_of(content) if isinstance(part.get("text"), str))


def _index_of(entry: Mapping[str, Any]) -> _Index | None:
    """The index; one that is written as a text means the same as the number."""
    index = entry.get("index")
    if isinstance(index, str) and index.isascii() and index.isdigit() and len(index) < 10:
        return int(index)
    return index if isinstance(index, int | str) else None


def _id_of(entry: Mapping[str, Any]) -> str:
    call_id = entry.get("id")
    return "" if call_id is None else str(call_id)


def _name_of(function: Mapping[str, Any]) -> str:
    name = function.get("name")
    return name if isinstance(name, str) else ""


def _arguments_of(function: Mapping[str, Any]) -> str:
    """The arguments as text; a server that sends an object instead gets it written as JSON."""
    arguments = function.get("arguments")
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
