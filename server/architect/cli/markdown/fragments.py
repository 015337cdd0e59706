"""Pieces of a line with their styles, and lines of them broken between words."""

import re
from collections.abc import Iterable, Iterator, Sequence

from architect.cli.printer import Style
from architect.cli.word_wrap import cells

Fragment = tuple[str, Style]
"""A text without line ends, and how it looks."""

_LEAST = 20
"""Columns that are left for words: nothing is gained by breaking lines for fewer."""

_CODES: dict[Style, str] = {
    "title": "1",
    "dim": "2",
    "output": "2",
    "good": "32",
    "bad": "1;31",
    "warning": "35",
    "added": "32",
    "removed": "31",
    "hunk": "36",
    "heading": "1;4",
    "strong": "1",
    "emphasis": "3",
    "code": "36",
}


def wrapped_fragments(
    line: Sequence[Fragment], width: int, *, margin: str = ""
) -> Iterator[list[Fragment]]:
    """`line` in rows of at most `width` cells, but for words that are longer.

    Rows behind the first begin with `margin`. A word that would stand no further left in a row of
    its own stays where it is.
    """
    if sum(cells(text) for text, _ in line) <= width or width - len(margin) < _LEAST:
        yield list(line)
        return
    row: list[Fragment] = []
    used, has_words = 0, False
    for word in _words(line):
        size = sum(cells(text) for text, _ in word)
        if has_words and used > len(margin) and used + size > width:
            yield row
            first, style = word[0]
            word[0] = (first.lstrip(), style)
            size = sum(cells(text) for text, _ in word)
            row = list[Fragment]([(margin, "plain")])
            used, has_words = len(margin), False
        row += word
        used += size
        has_words = has_words or any(text.strip() for text, _ in word)
    yield row


def _words(line: Iterable[Fragment]) -> Iterator[list[Fragment]]:
    """The words of a line, each with the blanks before it; a word may have several styles."""
    word: list[Fragment] = []
    for text, style in line:
        for piece in re.findall(r"\s+|\S+", text):
            if piece.isspace() and any(each.strip() for each, _ in word):
                yield word
                word = []
            word.append((piece, style))
    if word:
        yield word


def coloured(line: Iterable[Fragment], *, colours: bool) -> str:
    """`line` for a terminal; its texts hold nothing that steers one."""
    if not colours:
        return "".join(text for text, _ in line)
    return "".join(
        f"\x1b[{_CODES[style]}m{text}\x1b[0m" if style in _CODES and text else text
        for text, style in line
    )
