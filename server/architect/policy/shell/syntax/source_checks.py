"""What makes a line doubtful before anybody parses it."""

import unicodedata
from collections.abc import Iterator

from architect.l10n import english

MAX_CHARACTERS = 10_000
"""Of a line; longer ones are programs, which nobody can judge word by word."""

_MAX_NESTING = 200
"""Of brackets and quotes opened in a row; the grammar needs time that grows with its square."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"})


def line_oddities(line: str) -> Iterator[str]:
    """Why `line` cannot be taken at face value, in words."""
    if len(line) > MAX_CHARACTERS:
        yield english("is longer than {max_characters:,} characters", max_characters=MAX_CHARACTERS)
    yield from _strange_characters(line)
    if "/dev/tcp" in line or "/dev/udp" in line:
        yield english("names /dev/tcp or /dev/udp, which bash turns into a network connection")


_MAX_HEREDOCS = 8
_MAX_HEREDOC_BYTES = 400


def is_parsable_in_time(line: str) -> bool:
    """Whether a parser gets through `line` in bounded time."""
    openings = sum(map(line.count, ("(", "{", "[[", "`", "<<")))
    fits = len(line) <= MAX_CHARACTERS and openings <= _MAX_NESTING
    return fits and _heredocs_fit(line)


def _heredocs_fit(line: str) -> bool:
    """Whether the parser can remember all here-documents; its memory for them is 1,024 bytes.

    If they are more, it forgets all of them. Their words may be written in any way, so everything
    up to the end of the line counts.
    """
    words = [after.split("\n", 1)[0] for after in line.split("<<")[1:]]
    return (
        len(words) <= _MAX_HEREDOCS
        and sum(len(word.encode("utf-8", "replace")) for word in words) <= _MAX_HEREDOC_BYTES
    )


def _strange_characters(line: str) -> Iterator[str]:
    """What an eye does not see, or takes for something else."""
    if line.isascii() and line.isprintable():
        return
    for char in sorted(set(line)):
        if char in " \t\n":
            continue
        if unicodedata.category(char) in _INVISIBLE:
            yield english("contains the invisible character U+{char:04X}", char=ord(char))
            return
