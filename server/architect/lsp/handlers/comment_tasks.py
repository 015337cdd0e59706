"""Comments that begin with `architect:`, the free text of editors that cannot ask for any."""

import re
from collections.abc import Iterator, Sequence

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_MAX_LINES = 50
"""Of a comment; a task that takes more is better written to a file."""

_LINE_COMMENT = lazy_pattern(
    r"""(?:^|(?<=\s))(?P<marker>\#+|//+!?|--+|;+|%+|"(?=[^"]*$))\s*architect:(?P<words>.*)""",
    re.IGNORECASE,
)
_BLOCK_COMMENT = lazy_pattern(
    r"(?P<marker>/\*+|<!--+|\(\*+|\{-)\s*architect:(?P<words>.*)", re.IGNORECASE
)
_CLOSERS = {"/*": "*/", "<!": "-->", "(*": "*)", "{-": "-}"}
_ONLY_AT_THE_START = '"'
"""The marker that is a string everywhere else."""


@frozen
class CommentTask:
    """What a comment says behind `architect:`, and its lines, counted from 0, both part of it."""

    words: str
    first: int
    last: int


def comment_tasks(lines: Sequence[str], first: int, last: int) -> list[CommentTask]:
    """The tasks in comments that touch the lines `first` to `last`, counted from 0."""
    last = min(last, len(lines) - 1)
    starts = range(max(first - _MAX_LINES, 0), last + 1)
    tasks = (task for start in starts if (task := _task(lines, start)) is not None)
    return [task for task in tasks if task.last >= first]


def _task(lines: Sequence[str], start: int) -> CommentTask | None:
    """The task of the comment that begins in line `start`."""
    line = lines[start]
    if "architect:" not in line.lower():
        return None
    if found := _BLOCK_COMMENT.search(line):
        words = _block(lines, start, found)
    elif found := _LINE_COMMENT.search(line):
        is_first = not line[: found.start()].strip()
        if found["marker"] == _ONLY_AT_THE_START and not is_first:
            return None
        words = [found["words"], *(_continued(lines, start, found["marker"]) if is_first else ())]
    else:
        return None
    text = "\n".join(word.strip() for word in words).strip()
    return CommentTask(text, start, start + len(words) - 1) if text else None


def _continued(lines: Sequence[str], start: int, marker: str) -> Iterator[str]:
    """The words of the comment lines right below."""
    for line in lines[start + 1 : start + _MAX_LINES]:
        body = line.strip()
        if not body.startswith(marker) or _LINE_COMMENT.search(line):
            return
        yield body.removeprefix(marker)


def _block(lines: Sequence[str], start: int, found: re.Match[str]) -> list[str]:
    """The words of a block comment, line by line; of one without an end, its first line."""
    closer = _CLOSERS[found["marker"][:2]]
    words: list[str] = []
    for number, line in enumerate(lines[start : start + _MAX_LINES]):
        body = line.strip().lstrip("*") if number and not line.strip().startswith(closer) else line
        text, end, _ = (found["words"] if number == 0 else body).partition(closer)
        words.append(text)
        if end:
            return words
    return words[:1]
