"""Words with an @ in front, by which prompts and rules files name other files.

`@path`, `@path:10-20`, `@folder/` and `@"a path with blanks"`, at the beginning of a word. What
stands in code, between backticks or fences, is none: there an @ is a decorator or an annotation.
"""

import re
from collections.abc import Iterator

from architect.domain.text.file_text import split_lines
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

MOST_MENTIONS = 100
"""Of one text; a text with more of them is no prompt."""

_MENTION = lazy_pattern(
    r"""(?<![^\s(\[{"'])@(?:"([^"\n]{1,999})"(:[0-9-]+)?|([^\s"'`<>|@]{1,999}))"""
)
_LINES = lazy_pattern(r"(.+?):([0-9]{1,9})(?:-([0-9]{1,9}))?", re.DOTALL)
_FENCE = lazy_pattern(r" {0,3}(```++(?=[^`]*$)|~~~+)")
_TICKS = lazy_pattern("`+")
_MAY_END_A_SENTENCE = ".,;:!?)]}*_"
_LONGEST_END = 4
_OF_MACHINES = lazy_pattern(
    "/(?:Users|Volumes|bin|boot|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|sbin|srv|sys"
    "|tmp|usr|var)(?:/|$)"
)


@frozen
class Target:
    """What a mention may mean; `first` and `last` are its lines, 0 if it says nothing of them."""

    path: str
    first: int = 0
    last: int = 0


@frozen
class Mention:
    """A word as it is written, and what it may mean, the likeliest first.

    `is_quoted`: it cannot be anything but a name. `is_called`: a parenthesis opens in it or behind
    it, as behind a decorator.
    """

    written: str
    targets: tuple[Target, ...]
    is_quoted: bool = False
    is_called: bool = False


def mentions_in(text: str) -> tuple[Mention, ...]:
    """The mentions in `text`, each once, at most `MOST_MENTIONS`."""
    found: dict[str, Mention] = {}
    for match in _MENTION.finditer(without_code(text)):
        quoted, lines, plain = match.groups()
        mention = _plain(plain) if plain else _quoted(quoted, lines or "")
        if mention.targets:
            found.setdefault(mention.written, mention)
        if len(found) >= MOST_MENTIONS:
            break
    return tuple(found.values())


def _quoted(path: str, lines: str) -> Mention:
    targets = _with_lines(f"{path}{lines}") if lines else (Target(path),)
    return Mention(f'@"{path}"{lines}', targets, is_quoted=True)


def _plain(word: str) -> Mention:
    """The mention of a word, which may have the end of its sentence behind it."""
    bare = word.rstrip(_MAY_END_A_SENTENCE)
    if not any(map(str.isalnum, bare)):
        return Mention(f"@{word}", ())
    ends = range(len(word), max(len(bare), len(word) - _LONGEST_END) - 1, -1)
    names = dict.fromkeys((*(word[:end] for end in ends), bare))
    targets = tuple(target for name in names for target in _with_lines(name))
    dunder = "__" if word.startswith("__", len(bare)) else ""
    return Mention(f"@{bare}{dunder}", targets, is_called="(" in word)


def _with_lines(written: str) -> tuple[Target, ...]:
    """A file of that very name, or lines of another one."""
    match = _LINES.fullmatch(written)
    if match is None:
        return (Target(written),)
    first = int(match[2])
    return (Target(written), Target(match[1], first, int(match[3] or first)))


def is_alias(written: str) -> bool:
    """Whether an @ with a slash behind it is none of a file, but the root of JavaScript sources.

    An absolute path begins with a folder that machines have.
    """
    path = written.removeprefix("@")
    return path.startswith("/") and _OF_MACHINES.match(path) is None


def without_code(text: str) -> str:
    """`text` with blanks for code between backticks or fences; every line stays in its place."""
    return "".join(_lines_without_code(split_lines(text)))


def _lines_without_code(lines: list[str]) -> Iterator[str]:
    fence = ""
    for line in lines:
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and line.strip() == opened[1]:
                fence = ""
            yield "\n"
        elif opened is not None:
            fence = opened[1]
            yield "\n"
        else:
            yield _without_spans(line)


def _without_spans(line: str) -> str:
    """A line without its code spans, which end with as many backticks as they begin with.

    See https://spec.commonmark.org/0.31.2/#code-spans.
    """
    if "`" not in line:
        return line
    runs = [match.span() for match in _TICKS.finditer(line)]
    ends = _next_of_same_length(runs)
    kept: list[str] = []
    at, run = 0, 0
    while run < len(runs):
        end = ends[run]
        if end is None:
            run += 1
            continue
        kept += (line[at : runs[run][0]], " ")
        at, run = runs[end][1], end + 1
    return "".join((*kept, line[at:]))


def _next_of_same_length(runs: list[tuple[int, int]]) -> list[int | None]:
    following: dict[int, int] = {}
    ends: list[int | None] = [None] * len(runs)
    for run in range(len(runs) - 1, -1, -1):
        length = runs[run][1] - runs[run][0]
        ends[run] = following.get(length)
        following[length] = run
    return ends
