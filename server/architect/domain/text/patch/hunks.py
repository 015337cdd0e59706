"""The hunks of one file in a patch, whatever stands around them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.body import is_bullet, is_change, read_body
from architect.domain.text.patch.file_header import (
    is_fence,
    refuse_if_more_than_text,
    starts_file,
)
from architect.domain.text.patch.hunk import Hunk
from architect.lazy_pattern import lazy_pattern

_NUMBER = r"(\d{1,18})(?!\d)"
_RANGES = lazy_pattern(rf"@@ *-{_NUMBER}(?:,{_NUMBER})?(?: +\+{_NUMBER}(?:,{_NUMBER})?)?")
_NUMBERED = lazy_pattern(r"@@(?:[-+\d ,.?xX]*| *-\S* +\+\S* *)(?:@@|$)")
"""A header that would have numbers, if somebody had counted."""
_ANY_ANCHOR = lazy_pattern(r"@@ ?(.*?)(?: ?@@)?$")
_IGNORED = "text behind the hunks ignored"


class BrokenHunkError(EditRefusedError):
    """The lines of a hunk are not marked as they should be."""


class HunkReader:
    """Gathers `hunks` and `notes` from `lines`; `fenced` says that a markdown fence is open."""

    def __init__(self, lines: Sequence[str], *, fenced: bool = False) -> None:
        self.hunks: list[Hunk] = []
        self.notes: list[str] = []
        self._lines = lines
        self._fenced = fenced
        self._bullets_are_prose = False

    def read(self, at: int) -> int:
        """Read from the header at `lines[at]` to the end, or to the header of the next file.

        Raises:
            BrokenHunkError: the lines cannot be told apart.
            EditRefusedError: something else than a hunk stands there.
        """
        lines, behind = self._lines, at
        while at < len(lines) and not (self.hunks and starts_file(lines, at)):
            if lines[at].startswith("@@"):
                at = behind = self.read_hunk(at)
            else:
                self._pass_over(at)
                at += 1
        if at == len(lines) and not any(line.strip() for line in lines[behind:]):
            self.hunks[-1] = replace(self.hunks[-1], ends_patch=True)
        return at

    def read_hunk(self, at: int) -> int:
        """Read the hunk whose header, or the first of several, stands at `lines[at]`."""
        lines, number, first = self._lines, len(self.hunks) + 1, at
        anchors: list[str] = []
        while at < len(lines) and lines[at].startswith("@@"):
            refuse_if_more_than_text(lines[at])
            ranges = _RANGES.match(lines[at])
            if ranges and (anchors or at > first):
                break
            at += 1
            if ranges:
                break
            anchors += _anchor(lines[at - 1])
        header = lines[at - 1]
        ranges = _RANGES.match(header)
        start, length, new_start, new_length = ranges.groups() if ranges else (None,) * 4
        old_count = int(length or 1) if start else None
        new_count = int(new_length or 1) if new_start else None
        body = read_body(lines, at, old_count, new_count)
        if not body.lines:
            raise BrokenHunkError(f"hunk {number} is empty: no lines stand below {header[:80]!r}")
        if not (ranges or anchors):
            self.notes.append(f"hunk {number}: no line numbers, placed by its text")
        elif ranges and not body.counted:
            self.notes.append(f"hunk {number}: wrong line counts ignored")
        self._bullets_are_prose = body.counted
        self.hunks.append(
            Hunk(
                number,
                int(start) if start else None,
                old_count,
                int(new_start) if new_start else None,
                new_count,
                tuple(body.lines),
                heading=_heading(header, ranges) if ranges else "",
                anchors=tuple(anchors),
            )
        )
        return body.end

    def _pass_over(self, at: int) -> None:
        """Refuse what is no prose to skip behind a hunk: changes, for instance."""
        line = self._lines[at]
        refuse_if_more_than_text(line)
        if line == "@":
            raise BrokenHunkError(
                f"line {at + 1} of the patch is '@', the start of a hunk: the patch seems cut off"
            )
        if is_change(line) and not (self._bullets_are_prose and is_bullet(line)):
            raise BrokenHunkError(
                f"line {at + 1} of the patch, {line[:80]!r}, is a change outside of any hunk: the "
                "line before it ended the hunk; begin every line of a hunk with ' ', '-' or '+'"
            )
        if self._fenced and is_fence(line):
            self._bullets_are_prose = True
        elif line.strip() and _IGNORED not in self.notes:
            self.notes.append(_IGNORED)


def _heading(header: str, ranges: re.Match[str]) -> str:
    """What stands behind the second `@@`."""
    return header[ranges.end() :].partition("@@")[2].strip()


def _anchor(header: str) -> list[str]:
    """The line of the file that a header without numbers names, if it does."""
    if _NUMBERED.match(header):
        return []
    found = _ANY_ANCHOR.match(header.rstrip())
    return [found[1]] if found and found[1].strip() else []
