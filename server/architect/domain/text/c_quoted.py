"""Names as git quotes them.

See `core.quotePath` at https://git-scm.com/docs/git-config.
"""

import re

from architect.lazy_pattern import lazy_pattern

_ESCAPE = lazy_pattern(r"\\(?:([0-7]{3})|(.))")
_LETTERS = {"a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}


def unquoted(name: str) -> str:
    """A name as it is, of one that git may have quoted as C does."""
    if not (len(name) > 1 and name[0] == name[-1] == '"'):
        return name
    content = _ESCAPE.sub(_character, name[1:-1])
    return content.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _character(escape: re.Match[str]) -> str:
    """What an escape stands for; a byte of a longer character as Python keeps such bytes."""
    if not escape[1]:
        return _LETTERS.get(escape[2], escape[2])
    return bytes([int(escape[1], 8) & 0xFF]).decode("utf-8", "surrogateescape")
