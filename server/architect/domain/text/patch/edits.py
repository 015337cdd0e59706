"""What a hunk that has found its place changes in the lines of a file."""

from collections.abc import Callable
from typing import NamedTuple

from architect.domain.text.file_text import dominant_newline, with_newlines
from architect.domain.text.patch.file_lines import Tolerance
from architect.domain.text.patch.hunk import Hunk
from architect.domain.text.patch.place import Placement


class Edit(NamedTuple):
    """Lines `start:stop` of the file become `lines`."""

    start: int
    stop: int
    lines: list[str]


def edits_of(placement: Placement, lines: list[str], text: str, *, as_written: bool) -> list[Edit]:
    """What the hunk changes; context is not touched, so that its bytes stay as they are."""
    hunk = placement.hunk
    stop = placement.start + len(hunk.old)
    literal = placement.tolerance is Tolerance.EXACT and (bool(hunk.old) or as_written)
    finish = _as_is if literal or not text else _line_end_of(lines[placement.start : stop], text)
    edits: list[Edit] = []
    at = placement.start
    for line in hunk.lines:
        match line.mark:
            case " ":
                at += 1
            case "-":
                _extend(edits, at, at + 1, [])
                at += 1
            case "+":
                _extend(edits, at, at, [finish(line.text)])
    if not literal and edits and hunk.lines[-1].mark != " " and stop == len(lines):
        _settle_last_line(edits[-1], hunk, lines)
    return edits


def joined(lines: list[str], edits: list[Edit], newline: str) -> list[str]:
    """The lines after the edits; a line without line end gets one if another now follows it."""
    result: list[str] = []
    at = 0
    for edit in edits:
        result += lines[at : edit.start]
        if edit.lines and _is_open(result[-1:]):
            result[-1] += newline
        result += [line + newline if _is_open([line]) else line for line in edit.lines[:-1]]
        result += edit.lines[-1:]
        at = edit.stop
        if at < len(lines) and _is_open(result[-1:]):
            result[-1] += newline
    return [*result, *lines[at:]]


def close_last_line(lines: list[str], hunk: Hunk, newline: str) -> None:
    """End the last line, which the form of codex never leaves open, unless the hunk says so."""
    if _is_open(lines[-1:]) and hunk.new[-1:] and hunk.new[-1].endswith("\n"):
        lines[-1] += newline


def _extend(edits: list[Edit], start: int, stop: int, new: list[str]) -> None:
    if edits and edits[-1].stop == start:
        last = edits.pop()
        edits.append(Edit(last.start, stop, [*last.lines, *new]))
    else:
        edits.append(Edit(start, stop, new))


def _as_is(line: str) -> str:
    return line


def _line_end_of(around: list[str], text: str) -> Callable[[str], str]:
    """How a new line gets the line end of the lines around it, or else that of most of the text."""
    found = "".join(around)
    newline = dominant_newline(found if "\n" in found or "\r" in found else text)
    return lambda line: with_newlines(line, newline)


def _settle_last_line(edit: Edit, hunk: Hunk, lines: list[str]) -> None:
    """Give the file's last line a line end as before, unless the patch means to change that."""
    if not edit.lines or not lines:
        return
    old_open, new_open = (bool(side) and side[-1][-1:] != "\n" for side in (hunk.old, hunk.new))
    wanted_open = _is_open(lines[-1:]) if old_open == new_open else new_open
    if wanted_open:
        edit.lines[-1] = edit.lines[-1].rstrip("\r\n")
    elif _is_open(edit.lines[-1:]):
        edit.lines[-1] += dominant_newline("".join(lines))


def _is_open(last: list[str]) -> bool:
    return bool(last) and not last[0].endswith(("\n", "\r"))
