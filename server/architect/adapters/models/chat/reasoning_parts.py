"""What the provider says of the model's reasoning, and what of it has to go back.

Beside text and calls, the messages of the chat format have members that every provider named for
itself. What they hold is shown to people as reasoning where it is words; and it is kept as items,
whose shape says by itself where they go when the conversation is sent again: `{"message": {...}}`
are members of the assistant message, `{"call": N, "members": {...}}` those of its call number N.
Thinking that came in the midst of the text says so: `{"message": {...}, "after": N}` stands behind
N characters of it.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, cast

from architect.adapters.models.loose_json import dict_of, dicts_of, texts_of

PLAIN = ("reasoning_content", "reasoning")
"""DeepSeek, Qwen, Kimi, GLM, SGLang and LiteLLM say the first, vLLM, Groq and OpenRouter the other,
and servers that say both mean the same."""

_SIGNATURE_IN_ID = "__thought__"
"""Before the signature that LiteLLM hides in the id of a call to Gemini."""

_GROWING = ("thinking", "text", "summary", "data")
"""Texts that arrive in pieces; lists of pieces until they are whole."""

_OUR_OWN = ("role", "content", "tool_calls", "id", "type", "function")
"""Members that say what the conversation is, which comes from the journal in readable form."""

Items = list[dict[str, Any]]


class ReasoningParts:
    """Collects the reasoning of one reply; `take` says what is new in it."""

    def __init__(self) -> None:
        self._plain: dict[str, list[str]] = {}
        self._shown: list[str] = []
        self._blocks: Items = []
        self._places: list[int] = []
        self._details: Items = []
        self._extra: dict[str, Any] = {}
        self._signatures: list[str] = []
        self._calls: dict[int, dict[str, Any]] = {}

    @property
    def text(self) -> str:
        return "".join(self._shown)

    def take(self, delta: Mapping[str, Any], *, said: int = 0) -> str:
        """Take the members of a message, or of a piece of one; the words that are new.

        `said` is how many characters of text came before it.
        """
        words = self._take_plain(delta)
        for block in dicts_of(delta.get("thinking_blocks")):
            _grow_block(self._blocks, block)
            place = block.get("after")
            place = place if isinstance(place, int) and place > 0 else said
            self._places += [place] * (len(self._blocks) - len(self._places))
        for detail in dicts_of(delta.get("reasoning_details")):
            piece = _grow_detail(self._details, detail)
            words = words if any(self._plain.values()) else words + piece
        words += "".join(_thinking_of(part) for part in dicts_of(delta.get("content")))
        self._extra.update(dict_of(delta.get("extra_content")))
        aside = dict_of(delta.get("provider_specific_fields"))
        self._signatures += [
            each
            for each in texts_of(aside.get("thought_signatures"))
            if each not in self._signatures
        ]
        return self.show(words)

    def show(self, words: str) -> str:
        """Take words that are shown and do not go back."""
        if words:
            self._shown.append(words)
        return words

    def take_call(self, position: int, entry: Mapping[str, Any]) -> None:
        """Take what the provider wants back with call number `position`."""
        members = self._calls.setdefault(position, {})
        if extra := dict_of(entry.get("extra_content")):
            members["extra_content"] = extra
        if signature := _signature_of_call(entry):
            members["provider_specific_fields"] = {"thought_signature": signature}

    def items(self) -> Items:
        """What goes back, in the order in which it came."""
        blocks = zip(map(_whole, self._blocks), self._places, strict=True)
        signed: Items = [
            {"message": {"thinking_blocks": [block]}} | ({"after": place} if place else {})
            for block, place in blocks
            if block.get("signature") or block.get("data")
        ]
        of_message: Items = [{"reasoning_details": [_whole(detail)]} for detail in self._details]
        if not signed and not self._details:
            of_message += [{name: "".join(parts)} for name, parts in self._plain.items()]
        if self._signatures:
            of_message.append(
                {"provider_specific_fields": {"thought_signatures": self._signatures}}
            )
        if self._extra:
            of_message.append({"extra_content": self._extra})
        of_calls: Items = [
            {"call": position, "members": members}
            for position, members in sorted(self._calls.items())
            if members
        ]
        return [*signed, *({"message": members} for members in of_message), *of_calls]

    def _take_plain(self, delta: Mapping[str, Any]) -> str:
        words = ""
        for name in PLAIN:
            value = delta.get(name)
            if isinstance(value, str):
                self._plain.setdefault(name, []).append(value)
                words = words or value
        return words


def id_without_signature(call_id: str) -> str:
    """The id that Gemini's call has without what LiteLLM put into it."""
    return call_id.partition(_SIGNATURE_IN_ID)[0]


def _signature_of_call(entry: Mapping[str, Any]) -> str:
    """Gemini's signature of a call, from where LiteLLM may have put it."""
    for holder in (entry, dict_of(entry.get("function"))):
        signature = dict_of(holder.get("provider_specific_fields")).get("thought_signature")
        if isinstance(signature, str) and signature:
            return signature
    return str(entry.get("id") or "").partition(_SIGNATURE_IN_ID)[2]


def with_items(message: dict[str, Any], items: Items) -> dict[str, Any]:
    """The assistant `message` with the members that `items` hold for it and for its calls."""
    calls: Items = message.get("tool_calls") or []
    for item in items:
        if isinstance(position := item.get("call"), int):
            if position < len(calls):
                _add(calls[position], dict_of(item.get("members")))
        else:
            _add(message, dict_of(item.get("message")))
    return message


def in_order(message: dict[str, Any], items: Items) -> Items:
    """The message with its `items` as several, where thinking came in the midst of the text.

    Anthropic wants its blocks back in the order in which they came. The chat format has no place
    for thinking within a message; what translates it (LiteLLM) puts messages that follow upon each
    other together again.
    """
    places = sorted({item["after"] for item in items if item.get("after")})
    if not places:
        return [with_items(message, items)]
    text: str = message["content"] or ""
    parts: Items = []
    for start, end in pairwise((0, *places, None)):
        words = text[start:end]
        part = {"role": message["role"], "content": words if words.strip() else None}
        parts.append(with_items(part, [i for i in items if _place(i) == start and "message" in i]))
    calls = {name: value for name, value in message.items() if name not in parts[-1]}
    parts[-1] |= with_items(calls, [item for item in items if "call" in item])
    return [part for part in parts if len(part) > 2 or part["content"]]


def _place(item: Mapping[str, Any]) -> int:
    return item.get("after", 0)


def _add(target: dict[str, Any], members: Mapping[str, Any]) -> None:
    """Put members into a message or call, but never in the place of what it says itself."""
    for name, value in members.items():
        if name in _OUR_OWN:
            continue
        before = target.get(name)
        if isinstance(before, list) and isinstance(value, list):
            target[name] = [*cast(list[Any], before), *cast(list[Any], value)]
        elif isinstance(before, dict) and isinstance(value, dict):
            target[name] = {**cast(dict[str, Any], before), **cast(dict[str, Any], value)}
        else:
            target[name] = value


def _grow_block(blocks: Items, piece: Mapping[str, Any]) -> None:
    """Add a thinking block of Anthropic's, or a piece of one: its end is the signature."""
    if piece.get("type") != "thinking":
        blocks.append({name: value for name, value in piece.items() if name != "after"})
        return
    last: dict[str, Any] = blocks[-1] if blocks else {}
    if last.get("type") != "thinking" or last.get("signature"):
        last = {"type": "thinking", "thinking": []}
        blocks.append(last)
    last["thinking"] += texts_of([piece.get("thinking")])
    if signature := piece.get("signature"):
        last["signature"] = signature


def _grow_detail(details: Items, piece: Mapping[str, Any]) -> str:
    """Add a reasoning detail of OpenRouter's, or a piece of one; the words that are new in it.

    Pieces of one detail have its index and type:
    https://openrouter.ai/docs/use-cases/reasoning-tokens.
    """
    known: dict[str, Any] = details[-1] if details else {}
    same = all(known.get(name) == piece.get(name) for name in ("index", "type"))
    if not known or not same or piece.get("index") is None:
        known = {}
        details.append(known)
    for name, value in piece.items():
        if name in _GROWING and isinstance(value, str):
            grown = known.get(name)
            if isinstance(grown, list):
                cast(list[object], grown).append(value)
            else:
                known[name] = [value]
        elif value is not None or name not in known:
            known[name] = value
    words = piece.get("text") or piece.get("summary")
    return words if isinstance(words, str) else ""


def _whole(parts: Mapping[str, Any]) -> dict[str, Any]:
    """A block or detail with the pieces of each text put together."""
    return {
        name: "".join(texts_of(value)) if name in _GROWING and _is_of_texts(value) else value
        for name, value in parts.items()
    }


def _is_of_texts(value: object) -> bool:
    if not isinstance(value, list):
        return False
    return all(isinstance(each, str) for each in cast(list[object], value))


def _thinking_of(part: Mapping[str, Any]) -> str:
    """The words of a content part of Mistral's that is reasoning."""
    if part.get("type") != "thinking":
        return ""
    words = part.get("thinking")
    if isinstance(words, str):
        return words
    return "".join(text for each in dicts_of(words) if isinstance(text := each.get("text"), str))
