"""Text of others in Markdown that a forge shows: it stays text."""

import html

from architect.domain.escape_controls import escape_controls
from architect.lazy_pattern import lazy_pattern

_MARKUP = lazy_pattern(r"([\\`*_{}\[\]#|~!])")
_MENTION = lazy_pattern(r"([@#])(?=[A-Za-z0-9])")
_TICKS = lazy_pattern(r"`+")


def inline(text: str) -> str:
    """`text` on one line: no markup, no HTML, no mention of a person or an issue."""
    line = " ".join(escape_controls(text).split())
    escaped = _MARKUP.sub(r"\\\1", html.escape(line, quote=False))
    # A zero-width joiner would change what is copied; an entity only keeps the forge from linking.
    return _MENTION.sub(lambda found: f"&#{ord(found[1])};", escaped.replace("\\#", "#"))


def paragraph(text: str) -> str:
    """The same, with the line ends of `text`."""
    return "\n".join(inline(line) for line in text.split("\n"))


def code(text: str) -> str:
    """`text` as inline code."""
    line = " ".join(escape_controls(text).split()) or " "
    longest = max((len(ticks) for ticks in _TICKS.findall(line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def cell(text: str) -> str:
    """`text` as inline code in a table, whose cells end at a bar even in code."""
    return code(text).replace("|", "\\|")


def with_code(text: str) -> str:
    """`text` of ours that has what it speaks of between backticks: that is code, all else text."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return paragraph(text)
    return "".join(code(part) if number % 2 else _spaced(part) for number, part in enumerate(parts))


def _spaced(text: str) -> str:
    """`text` as a paragraph that keeps the blanks around it."""
    inner = text.strip()
    if not inner:
        return text
    start = text.index(inner)
    return f"{text[:start]}{paragraph(inner)}{text[start + len(inner) :]}"


def block(text: str, language: str = "") -> str:
    """`text` as a block of code, whatever it contains."""
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{escape_controls(text).rstrip()}\n{fence}"
