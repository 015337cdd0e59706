"""What can be said of a line that is broken, or too clever to be parsed."""

import re
from collections.abc import Iterator

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Script,
    Unknown,
    stages,
    words_of,
)
from architect.policy.shell.syntax.source_checks import MAX_CHARACTERS

_FORK_BOMB = lazy_pattern(r"(?<![\w:.])([\w:.]{1,40}) ?\(\) ?\{ ?\1 ?\| ?\1 ?&")
"""As it is often written, without the blanks that bash wants."""

_CONNECTED_SHELL = lazy_pattern(
    r"/dev/(?:tcp|udp)/[^\n]{0,200}\b(?:ba|z|da|k)?sh\b[^;|\n]{0,100}<&"
)


def spelled_out(line: str) -> Iterator[str]:
    """Why `line` is blocked by its mere characters."""
    if _CONNECTED_SHELL.search(line[:1_000]):
        yield english("runs what it downloads, unseen")
    if _FORK_BOMB.search(line[:MAX_CHARACTERS]):
        yield english("starts itself without end")


def matched(pattern: str, line: str) -> Iterator[str]:
    """Whether the user's `pattern` blocks `line`."""
    try:
        found = re.search(pattern, line)
    except re.error as error:
        yield english(
            "commands.blocked_patterns: {pattern!r} is no regular expression: {error}",
            pattern=pattern,
            error=error,
        )
        return
    if found:
        yield english("matches the blocked pattern {pattern!r}", pattern=pattern)


def backticked(script: Script) -> Iterator[str]:
    """The commands in backticks inside of what is too clever to be read as a value."""
    for stage in stages(script):
        if isinstance(stage, Command | Block):
            for part in (part for word in words_of(stage) for part in word.parts):
                if isinstance(part, Unknown):
                    yield from re.findall(r"`([^`]+)`", part.source)


_EXTENDED_GLOB = lazy_pattern(r"([!@?*+])\(([^()\n]*)\)")


def without_extended_globs(line: str) -> str:
    """`line` on one line, its extended globs as the plain ones that fit as much."""
    return _EXTENDED_GLOB.sub(
        lambda found: "*" if found[1] == "!" or set(found[2]) <= set("*?|") else "x",
        line.replace("\\\n", ""),
    )
