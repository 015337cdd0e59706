"""How findings stay with their lines while the text changes."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from architect.domain.findings import Finding, bare_lines, landmark
from architect.domain.text.alignment import Run, equal_runs
from architect.domain.text.common_ends import common_prefix, common_suffix
from architect.domain.text.file_text import count_line_ends
from architect.frozen import frozen


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
    places = dict[str, list[int]]()
    lines = bare_lines(text)
    for number, line in enumerate(lines):
        places.setdefault(_recognised(line), []).append(number)
    return tuple(_reanchored(finding, places, max(len(lines), 1)) for finding in findings)


class _LineChange(NamedTuple):
    """Lines `old_start:old_end` of the old text became `new_start:new_end` of the new one."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


@frozen
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
        relative = (line - self.first for line in among)
        found = _nearest(line_text, self.new, relative, to - self.first)
        return None if found is None else self.first + found


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
    change = _change_around(first, difference.changes)
    home = _home(finding, difference, change)
    if home is not None and (change is None or home not in _written(change)):
        return _placed(finding, home, home + last - first)
    end = _end(last, difference.changes)
    if change is None:
        return _placed(finding, first + _shift(first, difference.changes), end)
    start = _start(first, change) if home is None else home
    text = _text_typed(finding, difference, change, start)
    return replace(_placed(finding, start, end), line_text=text)


def _home(finding: Finding, difference: _Difference, change: _LineChange | None) -> int | None:
    """The new line that is the finding's own, if its own was moved, or was put back."""
    first, text = finding.line - 1, finding.line_text
    found = [
        home
        for each in difference.changes
        if (home := difference.nearest(text, _written(each), to=first)) is not None
    ]
    if not found or (change is None and _same(difference.old_line(first), text)):
        return None
    return min(found, key=lambda line: abs(line - first))


def _text_typed(finding: Finding, difference: _Difference, change: _LineChange, start: int) -> str:
    """What the finding is recognised by after somebody typed in its line."""
    first, text = finding.line - 1, finding.line_text
    is_in_place = change.old_end - change.old_start == change.new_end - change.new_start
    if not is_in_place or not _same(difference.old_line(first), text):
        return text
    typed = landmark(difference.new_line(start))
    return typed if typed.strip() else text


def _written(change: _LineChange) -> range:
    return range(change.new_start, change.new_end)


def _change_around(line: int, changes: Sequence[_LineChange]) -> _LineChange | None:
    return next((each for each in changes if each.old_start <= line < each.old_end), None)


def _shift(line: int, changes: Sequence[_LineChange]) -> int:
    ends = [each.new_end - each.old_end for each in changes if each.old_end <= line]
    return ends[-1] if ends else 0


def _start(first: int, change: _LineChange) -> int:
    """Where a line went that `change` took away or rewrote."""
    written = _written(change)
    return written[min(first - change.old_start, len(written) - 1)] if written else written.start


def _end(last: int, changes: Sequence[_LineChange]) -> int:
    if (change := _change_around(last, changes)) is None:
        return last + _shift(last, changes)
    return max(change.new_start, change.new_end - (change.old_end - 1 - last)) - 1


def _reanchored(finding: Finding, places: Mapping[str, Sequence[int]], count: int) -> Finding:
    """On its line, of those that each text has, of `count` lines in all."""
    first, last = finding.line - 1, finding.end_line - 1
    own = _recognised(finding.line_text)
    equal = places.get(own, ()) if own else ()  # blank lines are no landmarks
    at = bisect_left(equal, first)
    start = min(equal[max(at - 1, 0) : at + 1], key=lambda line: abs(line - first), default=first)
    return _kept_within(_placed(finding, start, start + last - first), count)


def _nearest(line_text: str, lines: Sequence[str], among: Iterable[int], wanted: int) -> int | None:
    """The line with this text nearest to the wanted one; blank lines are no landmarks."""
    if not line_text.strip():
        return None
    equal = (line for line in among if _same(lines[line], line_text))
    return min(equal, key=lambda line: abs(line - wanted), default=None)


def _same(line: str, other: str) -> bool:
    """Whether two lines differ by their indentation at most."""
    return _recognised(line) == _recognised(other)


def _recognised(line: str) -> str:
    return landmark(line).strip()


def _placed(finding: Finding, start: int, end: int) -> Finding:
    """The finding on lines `start` to `end`, counted from 0."""
    return replace(finding, line=start + 1, end_line=max(start, end) + 1)


def _kept_within(finding: Finding, count: int) -> Finding:
    """The finding on its lines as far as there are any, of `count` in all."""
    line, end_line = min(finding.line, count), min(finding.end_line, count)
    return replace(finding, line=line, end_line=end_line)
