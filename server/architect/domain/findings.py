"""What a review found, and how it stays with its lines while the text changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal, NamedTuple

from architect.domain.alignment import Run, equal_runs
from architect.domain.common_ends import common_prefix, common_suffix
from architect.domain.ids import FindingId, RunId
from architect.domain.text import count_line_ends, split_lines

Severity = Literal["error", "warning", "info"]

MAX_LANDMARK_CHARS = 400
"""Of a line by which a finding is recognised; a minified file may be one line of megabytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A problem in lines `line` to `end_line` of a file, both counted from 1 and both part of it.

    `path` is relative to the workspace root, with forward slashes. `line_text` is the
    `landmark` of line `line` as it was when last seen: what the finding is recognised by.
    """

    finding_id: FindingId
    path: str
    line: int
    end_line: int
    severity: Severity
    title: str
    detail: str
    suggestion: str | None
    run_id: RunId
    line_text: str


def finding_id(path: str, title: str, line_text: str, *, ordinal: int) -> FindingId:
    """The same id for the same finding, in whatever run and on whatever line it is reported.

    `ordinal` tells equal lines of a file apart: how many of them stand before this one.
    """
    key = "\0".join((path, title, line_text.strip(), str(ordinal)))
    return FindingId(sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12])


def landmark(line: str) -> str:
    """The part of a line by which it is recognised."""
    return line[:MAX_LANDMARK_CHARS]


def bare_lines(text: str) -> list[str]:
    """The lines of `text` without their line ends."""
    return [line.rstrip("\r\n") for line in split_lines(text)]


def moved(findings: Sequence[Finding], before: str, after: str) -> tuple[Finding, ...]:
    """The findings of a text, on the lines they have after it was changed.

    A finding whose lines were deleted stays on the line that took their place, and goes back to
    its own line when that is put back.
    """
    if not findings or before == after:
        return tuple(findings)
    difference = _difference(before, after)
    count = max(count_line_ends(after) + (not after.endswith(("\n", "\r"))), 1)
    return tuple(_kept_within(_moved(finding, difference), count) for finding in findings)


def reanchored(findings: Sequence[Finding], text: str) -> tuple[Finding, ...]:
    """The findings on the lines they have in `text`, which may have changed unseen.

    Each goes to the nearest line with the text of its own; if there is none, it stays.
    """
    lines = bare_lines(text)
    return tuple(_reanchored(finding, lines) for finding in findings)


class _LineChange(NamedTuple):
    """Lines `old_start:old_end` of the old text became `new_start:new_end` of the new one."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


@dataclass(frozen=True, slots=True)
class _Difference:
    """What changed from `before` to another text, lines counted from 0.

    `old` and `new` are the lines from `first` on up to where nothing is different any more, so that
    a keystroke in a long text costs little.
    """

    before: str
    first: int
    old: Sequence[str]
    new: Sequence[str]
    changes: Sequence[_LineChange]

    def new_line(self, line: int) -> str:
        """A line of the new text that changed."""
        return self.new[line - self.first]

    def old_line(self, line: int) -> str:
        """Any line of the old text; there is nothing behind its end."""
        if self.first <= line < self.first + len(self.old):
            return self.old[line - self.first]
        lines = bare_lines(self.before)
        return lines[line] if line < len(lines) else ""

    def nearest(self, line_text: str, among: range, *, to: int) -> int | None:
        """The changed line with this text nearest to line `to`."""
        return _nearest(line_text, self.new, (line - self.first for line in among), to - self.first)


def _difference(before: str, after: str) -> _Difference:
    start = before.rfind("\n", 0, common_prefix(before, after)) + 1
    limit = min(len(before), len(after)) - start
    suffix = common_suffix(before, after, limit=limit)
    end = before.find("\n", len(before) - suffix) + 1 or len(before)
    old = bare_lines(before[start:end])
    new = bare_lines(after[start : len(after) - (len(before) - end)])
    first = count_line_ends(before[:start])
    return _Difference(before, first, old, new, _line_changes(old, new, first))


def _line_changes(old: Sequence[str], new: Sequence[str], first: int) -> list[_LineChange]:
    changes: list[_LineChange] = []
    left = right = 0
    for run in [*equal_runs(old, new), Run(len(old), len(new), 0)]:
        if (left, right) != (run.left, run.right):
            places = (left, run.left, right, run.right)
            changes.append(_LineChange(*(first + place for place in places)))
        left, right = run.left + run.length, run.right + run.length
    return changes


def _moved(finding: Finding, difference: _Difference) -> Finding:
    first, last = finding.line - 1, finding.end_line - 1
    changes = difference.changes
    if (home := _home_put_back(finding, difference)) is not None:
        return _placed(finding, home, home + last - first)
    change = _change_around(first, changes)
    start = (
        first + _shift(first, changes) if change is None else _start(finding, difference, change)
    )
    text = finding.line_text
    if change is not None and _is_rewritten_in_place(change):
        was_its_own = _same(difference.old_line(first), text)
        typed = difference.new_line(start)
        text = landmark(typed) if was_its_own and typed.strip() else text
    return replace(_placed(finding, start, _end(last, changes)), line_text=text)


def _home_put_back(finding: Finding, difference: _Difference) -> int | None:
    """The new line that is the finding's own, if it stood on another since its own was deleted."""
    first, text = finding.line - 1, finding.line_text
    found = [
        home
        for change in difference.changes
        if (home := difference.nearest(text, _written(change), to=first)) is not None
    ]
    if not found or _same(difference.old_line(first), text):
        return None
    return min(found, key=lambda line: abs(line - first))


def _written(change: _LineChange) -> range:
    return range(change.new_start, change.new_end)


def _change_around(line: int, changes: Sequence[_LineChange]) -> _LineChange | None:
    return next((each for each in changes if each.old_start <= line < each.old_end), None)


def _shift(line: int, changes: Sequence[_LineChange]) -> int:
    ends = [each.new_end - each.old_end for each in changes if each.old_end <= line]
    return ends[-1] if ends else 0


def _start(finding: Finding, difference: _Difference, change: _LineChange) -> int:
    """Where the first line of a finding went that `change` took away or rewrote."""
    first, written = finding.line - 1, _written(change)
    if not written:
        return change.new_start
    home = difference.nearest(finding.line_text, written, to=first)
    return written[min(first - change.old_start, len(written) - 1)] if home is None else home


def _end(last: int, changes: Sequence[_LineChange]) -> int:
    if (change := _change_around(last, changes)) is None:
        return last + _shift(last, changes)
    return max(change.new_start, change.new_end - (change.old_end - 1 - last)) - 1


def _is_rewritten_in_place(change: _LineChange) -> bool:
    return change.old_end - change.old_start == change.new_end - change.new_start


def _reanchored(finding: Finding, lines: Sequence[str]) -> Finding:
    first, last = finding.line - 1, finding.end_line - 1
    home = _nearest(finding.line_text, lines, range(len(lines)), first)
    start = first if home is None else home
    return _kept_within(_placed(finding, start, start + last - first), max(len(lines), 1))


def _nearest(line_text: str, lines: Sequence[str], among: Iterable[int], wanted: int) -> int | None:
    """The line with this text nearest to the wanted one; blank lines are no landmarks."""
    if not line_text.strip():
        return None
    equal = (line for line in among if _same(lines[line], line_text))
    return min(equal, key=lambda line: abs(line - wanted), default=None)


def _same(line: str, other: str) -> bool:
    """Whether two lines differ by their indentation at most."""
    return landmark(line).strip() == landmark(other).strip()


def _placed(finding: Finding, start: int, end: int) -> Finding:
    """The finding on lines `start` to `end`, counted from 0."""
    return replace(finding, line=start + 1, end_line=max(start, end) + 1)


def _kept_within(finding: Finding, count: int) -> Finding:
    """The finding on its lines as far as there are any, of `count` in all."""
    line, end_line = min(finding.line, count), min(finding.end_line, count)
    return replace(finding, line=line, end_line=end_line)
