"""What a provider wants back with a reply: thinking blocks, reasoning items, thought signatures."""

import json
from collections.abc import Callable
from typing import Any, cast

from architect.frozen import frozen

_READABLE = frozenset(
    {"text", "thinking", "reasoning", "reasoning_content", "refusal", "summary", "arguments"}
)
"""Members whose strings are words; those of other members are signatures, ids and ciphertexts."""


@frozen
class ProviderItems:
    """Items of a reply that go back with it as they came, and to nobody but where they came from.

    `origin` names the API, the host and the model that sent them; another one would refuse them, or
    read what was not meant for it. `items` are JSON objects, in the form that the adapter of the
    origin gave them. `tokens` is about how many of the context they take.
    """

    origin: str
    items: tuple[str, ...]
    tokens: int = 0

    def decoded(self) -> list[dict[str, Any]]:
        """The items that are JSON objects; a journal that somebody edited may hold others."""
        return [item for item in map(_decoded, self.items) if item is not None]

    def rewritten(self, clean: Callable[[str], str]) -> "ProviderItems":
        """The items with `clean` applied to what can be read in them.

        An item whose words are signed is left out if they change: it would be refused.
        """
        cleaned = (_cleaned(item, clean) for item in self.items)
        return ProviderItems(self.origin, tuple(filter(None, cleaned)), self.tokens)


def provider_items(origin: str, items: list[dict[str, Any]], *, tokens: int) -> ProviderItems:
    """`items` as they are kept."""
    texts = (json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items)
    return ProviderItems(origin, tuple(texts), tokens)


def _decoded(item: str) -> dict[str, Any] | None:
    try:
        content: object = json.loads(item)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], content) if isinstance(content, dict) else None


def _cleaned(item: str, clean: Callable[[str], str]) -> str | None:
    content = _decoded(item)
    words = _Words(clean)
    cleaned = words.cleaned(content, readable=False)
    if not words.changed:
        return item
    if words.broke_a_signature:
        return None
    return json.dumps(cleaned, ensure_ascii=False, separators=(",", ":"))


class _Words:
    """Applies `clean` to the words of one item."""

    def __init__(self, clean: Callable[[str], str]) -> None:
        self._clean = clean
        self.changed = self.broke_a_signature = False

    def cleaned(self, value: object, *, readable: bool) -> object:
        match value:
            case str() if readable:
                text = self._clean(value)
                self.changed = self.changed or text != value
                return text
            case list():
                values = cast(list[object], value)
                return [self.cleaned(each, readable=readable) for each in values]
            case dict():
                return self._members(cast(dict[str, object], value))
            case _:
                return value

    def _members(self, members: dict[str, object]) -> dict[str, object]:
        cleaned = {
            name: self.cleaned(member, readable=name in _READABLE)
            for name, member in members.items()
        }
        if cleaned != members and members.get("signature"):
            self.broke_a_signature = True
        return cleaned
