"""Where the body of a hunk ends, when its line counts may be wrong and prose may follow."""

import re
from collections.abc import Sequence
from typing import cast

from architect.domain.text.patch.file_header import is_file_header
from architect.domain.text.patch.hunk import Mark, PatchLine
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_BULLET = lazy_pattern(r"[-+] \S")
_RULE = lazy_pattern(r"-{2,}\s*$")
_VERSION = lazy_pattern(r"\d+\.\d+")


@frozen
class Body:
    """The lines of a hunk; the rest of the patch goes on at `end`.

    `counted` says that the hunk is exactly as long as its header says.
    """

    lines: list[PatchLine]
    end: int
    counted: bool


def read_body(lines: Sequence[str], at: int, old_count: int | None, new_count: int | None) -> Body:
    """The body that begins at `lines[at]`.

    The counts of the header decide if they lead to a place where a hunk can end; otherwise it goes
    on as far as its lines are marked.
    """
    if old_count is not None and new_count is not None:
        end = _counted_end(lines, at, old_count, new_count)
        if end is not None and _can_end(lines, end):
            return Body(_patch_lines(lines[at:end]), end, counted=True)
    end = _marked_end(lines, at)
    return Body(_patch_lines(_without_tail(lines, at, end)), end, counted=False)


def is_change(line: str) -> bool:
    """Whether a line outside of a hunk looks as if it should be inside one."""
    return line.startswith(("+", "-")) and not _RULE.match(line)


def is_bullet(line: str) -> bool:
    """Whether a line could be an item of a list in prose."""
    return bool(_BULLET.match(line))


def _counted_end(lines: Sequence[str], at: int, old: int, new: int) -> int | None:
    """Where `old` and `new` lines are used up, None if the body does not have them exactly."""
    while (old or new) and at < len(lines):
        mark = lines[at][:1].strip("\r") or " "
        if mark not in " +-\\":
            return None
        old -= mark in " -"
        new -= mark in " +"
        if old < 0 or new < 0:
            return None
        at += 1
    if old or new:
        return None
    return at + 1 if at < len(lines) and lines[at].startswith("\\") else at


def _can_end(lines: Sequence[str], end: int) -> bool:
    """Whether what stands behind a counted hunk is another hunk, a header or prose."""
    for at in range(end, len(lines)):
        line = lines[at]
        if line.startswith(("@@", "diff --git ")) or is_file_header(lines, at):
            return True
        marked = line.startswith(("+", "-")) or (line.startswith(" ") and bool(line.strip()))
        if at == end and marked and not _is_signature(lines, end):
            return False
        if is_change(line) and not is_bullet(line):
            return False
    return True


def _is_signature(lines: Sequence[str], at: int) -> bool:
    """Whether git's `-- ` and version number stand here, the end of a mailed patch."""
    return (
        bool(re.match(r"-- ?$", lines[at]))
        and at + 1 < len(lines)
        and bool(_VERSION.match(lines[at + 1]))
    )


def _marked_end(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and _is_marked(lines, at):
        at += 1
    return at


def _is_marked(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    marked = line.strip("\r") == "" or line[0] in " +-\\"
    return marked and not is_file_header(lines, at)


def _without_tail(lines: Sequence[str], at: int, end: int) -> Sequence[str]:
    """The body without the blank lines, or the signature, that separate it from what follows."""
    if end < len(lines) and end > at and _is_signature(lines, end - 1):
        end -= 1
    while end > at and lines[end - 1].strip("\r") == "":
        end -= 1
    return lines[at:end]


def _patch_lines(raw: Sequence[str]) -> list[PatchLine]:
    """Marked lines; a blank one is context that lost its space.

    A backslash line says that the line before it has no line end.
    """
    result: list[PatchLine] = []
    for line in raw:
        if line.startswith("\\"):
            if result:
                last = result[-1]
                result[-1] = PatchLine(last.mark, last.text.removesuffix("\n"))
        elif line.strip("\r") == "":
            result.append(PatchLine(" ", f"{line}\n"))
        else:
            result.append(PatchLine(cast(Mark, line[0]), f"{line[1:]}\n"))
    return result
