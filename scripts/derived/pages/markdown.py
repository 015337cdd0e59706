"""Markdown as the pages of the reference have it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from scripts.derived.protocol_numbers import WRITTEN

Node = Mapping[str, Any]


def page(title: str, about: str, parts: Iterable[str]) -> str:
    """A page; above it stands, for those who want to change it, that it is derived."""
    whole = (f"<!-- {WRITTEN} -->", f"# {title}", about, *parts)
    return "\n\n".join(part.strip() for part in whole if part.strip()) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, empty if it has no rows."""
    lines = [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    if not lines:
        return ""
    head = f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}"
    return "\n".join((head, *lines))


def code(text: object) -> str:
    """`text` as code, also if it has backticks in it."""
    words = str(text)
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def prose(text: str) -> str:
    """A text without markup as Markdown: what would be a tag or emphasis stands as it is."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([<*])", r"\\\1", part) for part in parts
    )


def kind_of(node: Node) -> str:
    """What a value has to be, by its JSON schema."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in node:
        return code(node["const"])
    if "enum" in node:
        return ", ".join(code("null" if each is None else each) for each in node["enum"])
    if "anyOf" in node:
        kinds = [kind_of(each) for each in node["anyOf"]]
        return " or ".join(dict.fromkeys(kinds))
    kind = node.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(kind_of({**node, "type": each}) for each in cast("list[str]", kind))
    if kind == "array":
        items = node.get("items", {})
        return "list" if isinstance(items, list) or not items else f"list of {kind_of(items)}"
    return f"{kind}{_limits(node)}"


def _limits(node: Node) -> str:
    least = node.get("minimum", node.get("exclusiveMinimum"))
    most = node.get("maximum", node.get("exclusiveMaximum"))
    match least, most:
        case None, None:
            return ""
        case _, None:
            return f" (over {least})" if "exclusiveMinimum" in node else f" (at least {least})"
        case None, _:
            return f" (at most {most})"
        case _:
            return f" ({least} to {most})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
