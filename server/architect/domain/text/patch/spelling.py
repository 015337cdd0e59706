"""The lines of a patch as they were meant, when all of them were garbled in the same way."""

import re
from collections.abc import Iterator

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_OUTSIDE = lazy_pattern(r"@@|```|~~~|diff --git |\*\*\* |--- |\+\+\+ ")
_MARKED = lazy_pattern(r"[-+\\]")


@frozen
class Spelling:
    """The lines of a patch without their LF; `notes` name what was taken for garbled."""

    lines: tuple[str, ...]
    notes: tuple[str, ...]
    ends_in_line: bool


def plain_spelling(patch: str) -> Spelling:
    """The lines as they are, but without the CR or the indentation that every header has."""
    patch = patch.removeprefix("\ufeff")
    ends_in_line = not patch.endswith(("\n", "\r"))
    if "\n" not in patch:
        patch = patch.replace("\r", "\n")
    lines = patch.split("\n")
    if lines[-1] == "":
        lines.pop()
    if ends_in_line and lines and len(lines[-1]) > 1 and not lines[-1].strip():
        # No blank line, but what is left of an indented one.
        lines.pop()
    notes: list[str] = []
    headers = [line for line in lines if line.lstrip(" \t").startswith("@@")]
    if headers and all(line.endswith("\r") for line in headers):
        lines = [line.removesuffix("\r") for line in lines]
    if headers and not any(line.startswith("@@") for line in headers):
        indent = headers[0][: headers[0].index("@")]
        lines = [line.removeprefix(indent) if line.strip() else "" for line in lines]
        notes.append("the patch as a whole was indented")
    return Spelling(tuple(lines), tuple(notes), ends_in_line)


def other_spellings(patch: str) -> Iterator[Spelling]:
    """What could have been meant if the plain spelling fits nowhere, the likeliest first."""
    plain = plain_spelling(patch)
    note = "context lines had lost their leading space"
    for lost in (r"[^ ]", ""):
        lines = tuple(_with_marks(plain.lines, re.compile(lost)))
        if lines != plain.lines:
            yield Spelling(lines, (*plain.notes, note), plain.ends_in_line)
    with_lf = patch.replace("\r\n", "\n").replace("\r", "\n")
    if "\r" in patch and with_lf != patch.replace("\r\n", "\n"):
        yield plain_spelling(with_lf)


def _with_marks(lines: tuple[str, ...], lost: re.Pattern[str]) -> Iterator[str]:
    """The lines, those of hunks that begin with `lost` and have no other mark as context."""
    in_hunk = False
    for line in lines:
        if _OUTSIDE.match(line):
            in_hunk = line.startswith("@@")
        unmarked = in_hunk and line.strip() and not line.startswith("@@")
        yield f" {line}" if unmarked and not _MARKED.match(line) and lost.match(line) else line
