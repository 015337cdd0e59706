"""What makes a line doubtful before anybody parses it."""

import unicodedata
from collections.abc import Iterator

MAX_CHARACTERS = 10_000
"""Of a line; longer ones are programs, which nobody can judge word by word."""

_MAX_NESTING = 200
"""Of brackets and quotes opened in a row; the grammar needs time that grows with its square."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"})


def line_oddities(line: str) -> Iterator[str]:
    """Why `line` cannot be taken at face value, in words."""
    if len(line) > MAX_CHARACTERS:
        yield f"is longer than {MAX_CHARACTERS:,} characters"
    yield from _strange_characters(line)
    if "/dev/tcp" in line or "/dev/udp" in line:
        yield "names /dev/tcp or /dev/udp, which bash turns into a network connection"


def is_parsable_in_time(line: str) -> bool:
    """Whether a parser gets through `line` in bounded time."""
    openings = sum(map(line.count, ("(", "{", "[[", "`", "<<")))
    return len(line) <= MAX_CHARACTERS and openings <= _MAX_NESTING


def _strange_characters(line: str) -> Iterator[str]:
    """What an eye does not see, or takes for something else."""
    if line.isascii() and line.isprintable():
        return
    for char in sorted(set(line)):
        if char in " \t\n":
            continue
        if unicodedata.category(char) in _INVISIBLE:
            yield f"contains the invisible character U+{ord(char):04X}"
            return
