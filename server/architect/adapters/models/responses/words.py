"""What can be read in the items of a reply."""

from collections.abc import Iterable, Mapping
from typing import Any

from architect.adapters.models.loose_json import dicts_of
from architect.adapters.models.responses.items import Item, is_reasoning

BETWEEN = "\n\n"
"""Stands between two messages of a reply, and between two parts of its reasoning."""


def text_of(output: Iterable[Item]) -> str:
    """The text of all messages, refusals included."""
    messages = (item for item in output if item.get("type") == "message")
    texts = ("".join(_texts(each.get("content"), "text", "refusal")) for each in messages)
    return BETWEEN.join(filter(None, texts))


def refusal_of(output: Iterable[Item]) -> str:
    """What the model says instead of a reply; empty if there is a text besides."""
    items = list(output)
    content = [part for item in items for part in dicts_of(item.get("content"))]
    if any(part.get("type") == "output_text" and part.get("text") for part in content):
        return ""
    return "".join(part["refusal"] for part in content if isinstance(part.get("refusal"), str))


def reasoning_of(output: Iterable[Item]) -> str:
    """The reasoning itself where a provider shows it, else its summary."""
    parts = (
        part
        for item in output
        if is_reasoning(item)
        for part in _texts(item.get("content"), "text") or _texts(item.get("summary"), "text")
    )
    return BETWEEN.join(filter(None, parts))


def _texts(parts: object, *members: str) -> list[str]:
    def text(part: Mapping[str, Any]) -> str:
        found = (part[name] for name in members if isinstance(part.get(name), str))
        return next(found, "")

    return [text(part) for part in dicts_of(parts)]
