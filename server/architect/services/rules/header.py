"""The header between two lines of `---` that files for agents begin with."""

from collections.abc import Iterable
from itertools import islice

from architect.domain.findings import bare_lines

_FENCE = "---"
_MOST_LINES = 200
_TEXTS = ("name", "description")


def header_and_text(text: str) -> tuple[list[str], str] | None:
    """The lines of the header and the text behind it; None without one."""
    lines = bare_lines(text.removeprefix("\ufeff").lstrip())
    if not lines or lines[0].strip() != _FENCE:
        return None
    header: list[str] = []
    for line in islice(lines, 1, _MOST_LINES):
        if line.strip() == _FENCE:
            return header, "\n".join(lines[len(header) + 2 :])
        header.append(line)
    return None


def line_values(header: Iterable[str]) -> dict[str, list[str]]:
    """The words behind each key, which may be a list in one line or in several.

    A name and a description are one text each, commas and all.
    """
    values: dict[str, list[str]] = {}
    key = ""
    for line in header:
        if line.lstrip().startswith("- ") and key:
            values[key].append(_unquoted(line.lstrip()[2:]))
            continue
        name, colon, value = line.partition(":")
        if not colon:
            continue
        key = name.strip().lower()
        values[key] = [_unquoted(value)] if key in _TEXTS else [*filter(None, _items(value))]
    return values


def _items(value: str) -> list[str]:
    """What is between commas, those within braces aside."""
    value = value.strip().removeprefix("[").removesuffix("]")
    if value[:1] in ("'", '"') and value.count(value[0]) == 2:
        value = _unquoted(value)
    items, depth = [""], 0
    for character in value:
        depth += (character == "{") - (character == "}")
        if character == "," and depth <= 0:
            items.append("")
        else:
            items[-1] += character
    return [_unquoted(item) for item in items]


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value
