"""A diff by git without the files that hold secrets."""

import re
from collections.abc import Iterator

from architect.lazy_pattern import lazy_pattern
from architect.policy.file_rules import FileRules

_SECTION = lazy_pattern(r"^(?=diff --(?:git|cc|combined) )", re.MULTILINE)
"""Where the next file begins. Lines of contents cannot look so: they have a sign in front."""

_NAMING = lazy_pattern(r"(?:---|\+\+\+|(?:rename|copy) (?:from|to)) ([^\t]*)\t?")
"""Behind a name with a blank in it git puts a tab."""

_ESCAPE = lazy_pattern(r"\\(?:([0-7]{3})|(.))")
_LETTERS = {"a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}


def diff_without_secrets(diff: str, rules: FileRules) -> str:
    """`diff` without what it says of files that `rules` match, which are only named."""
    return "".join(_shown(section, rules) for section in _SECTION.split(diff))


def _shown(section: str, rules: FileRules) -> str:
    header = section.split("\n@@", 1)[0].split("\n")
    names = (_unquoted(naming[1]) for line in header if (naming := _NAMING.fullmatch(line)))
    if any(rules.match(_endings(name)) is not None for name in names):
        return f"{header[0]}\n[left out: this file may hold secrets]\n"
    return section


def _endings(name: str) -> Iterator[str]:
    """`name`, and what it is below each of its folders, of which the first may be a mere prefix."""
    while name:
        yield name
        name = name.partition("/")[2]


def _unquoted(name: str) -> str:
    """A name as it is, of one that git may have quoted as C does.

    See `core.quotePath` at https://git-scm.com/docs/git-config.
    """
    if not (len(name) > 1 and name[0] == name[-1] == '"'):
        return name
    content = _ESCAPE.sub(_character, name[1:-1])
    return content.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _character(escape: re.Match[str]) -> str:
    """What an escape stands for; a byte of a longer character as Python keeps such bytes."""
    if not escape[1]:
        return _LETTERS.get(escape[2], escape[2])
    return bytes([int(escape[1], 8) & 0xFF]).decode("utf-8", "surrogateescape")
