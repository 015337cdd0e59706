"""Brace expansion: `{a,b}` becomes two words."""

import re
from collections.abc import Iterator

_MAX_DEPTH = 6
_MAX_BRACED = 1_000
"""Characters of a word whose braces are expanded; finding them takes the square of that."""

_LETTERS = re.compile(r"\{([A-Za-z])\.\.([A-Za-z])\}")
"""`{a..z}`, which becomes one word for each letter."""


def braced_texts(text: str, depth: int = 0) -> Iterator[str]:
    """`text` with the alternatives of its first braces, again and again."""
    text = _LETTERS.sub(r"[\1-\2]", text)
    found = _first_braces(text) if depth < _MAX_DEPTH and len(text) < _MAX_BRACED else None
    if found is None:
        yield text
        return
    start, end, alternatives = found
    for alternative in alternatives:
        yield from braced_texts(text[:start] + alternative + text[end:], depth + 1)


def _first_braces(text: str) -> tuple[int, int, list[str]] | None:
    """Start, end and alternatives of the first `{a,b}` that is balanced."""
    start = text.find("{")
    while start >= 0:
        level, pieces, piece = 0, list[str](), start + 1
        for index in range(start, len(text)):
            char = text[index]
            if char == "{":
                level += 1
            elif char == "," and level == 1:
                pieces.append(text[piece:index])
                piece = index + 1
            elif char == "}":
                level -= 1
                if level == 0:
                    if pieces:
                        return start, index + 1, [*pieces, text[piece:index]]
                    break
        start = text.find("{", start + 1)
    return None
