"""Where the hunks of a patch belong in the lines of a file."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.file_lines import LOOSEST, FileLines, Tolerance
from architect.domain.text.patch.headings import (
    agrees,
    below_anchors,
    last_anchors,
    why_not_there,
)
from architect.domain.text.patch.hunk import Hunk
from architect.domain.text.patch.mismatch import applied_already, why_nowhere
from architect.frozen import frozen

_SHOWN_PLACES = 10


class NoPlaceError(EditRefusedError):
    """The old lines of a hunk are nowhere in the file."""


@frozen
class Placement:
    """`hunk` belongs at the index `start` of the file's lines."""

    hunk: Hunk
    start: int
    tolerance: Tolerance

    @property
    def changed_until(self) -> int:
        """The index of the line behind the last one that the hunk touches."""
        return self.start + _reach(self.hunk)

    @property
    def drift(self) -> int:
        """How many lines further down the hunk belongs than its header says."""
        stated = _stated(self.hunk)
        return 0 if stated is None else self.start - stated


@frozen
class _Candidates:
    """Every place where the old lines of `hunk` stand, as indexes in order."""

    hunk: Hunk
    tolerance: Tolerance
    starts: list[int]

    def at(self, start: int) -> Placement:
        return Placement(self.hunk, start, self.tolerance)

    def window(self, first: int, last: int) -> "_Candidates":
        kept = self.starts[bisect_left(self.starts, first) : bisect_right(self.starts, last)]
        return _Candidates(self.hunk, self.tolerance, kept)


def place(hunks: Sequence[Hunk], lines: Sequence[str]) -> list[Placement]:
    """A place for every hunk that changes something, in the order of the file.

    If every header points at where its hunk fits, that is it. Otherwise a hunk needs a place that
    is the only one, or the only one between its neighbours, or the one that is as far from where
    its header points as all others are from theirs.

    Raises:
        EditRefusedError: a hunk has no place or more than one.
    """
    file = FileLines(lines)
    changing = [hunk for hunk in hunks if hunk.old != hunk.new]
    return _as_stated(changing, file) or _as_found(changing, file)


def _as_stated(hunks: list[Hunk], file: FileLines) -> list[Placement] | None:
    placements: list[Placement] = []
    floor = 0
    for hunk in hunks:
        start = _stated(hunk)
        tolerance = _tolerance_at(hunk, start, file)
        if start is None or tolerance is None or not floor <= start <= len(file):
            return None
        if hunk.heading and _is_meant_elsewhere(hunk, start, tolerance, file):
            return None
        last = len(file) - len(hunk.old)
        if _is_of_the_end(hunk) and start < last and file.stand_at(last, hunk.old, tolerance):
            return None
        placements.append(Placement(hunk, start, tolerance))
        floor = placements[-1].changed_until
    return placements


def _is_meant_elsewhere(hunk: Hunk, start: int, tolerance: Tolerance, file: FileLines) -> bool:
    """Whether the hunk fits below its heading, and that is not at `start`."""
    if agrees(hunk.heading, start, file):
        return False
    starts = file.starts(hunk.old, tolerance) if hunk.old else ()
    return any(agrees(hunk.heading, other, file) for other in starts)


def _is_of_the_end(hunk: Hunk) -> bool:
    """Whether the hunk has less context behind than before, as one at the end of a file.

    Git has it fit there and nowhere else; written by hand it may mean another place as well.
    """
    return bool(hunk.old) and hunk.trailing_context < hunk.leading_context


def _stated(hunk: Hunk) -> int | None:
    """The index that the header names; a hunk that only adds goes behind the line it names."""
    if hunk.at_end or hunk.old_start is None or (not hunk.old and hunk.old_length != 0):
        return None
    return hunk.old_start - 1 if hunk.old else hunk.old_start


def _tolerance_at(hunk: Hunk, start: int | None, file: FileLines) -> Tolerance | None:
    """The strictest tolerance with which the hunk fits at `start`."""
    if start is None:
        return None
    return next((t for t in Tolerance if file.stand_at(start, hunk.old, t)), None)


def _as_found(hunks: list[Hunk], file: FileLines) -> list[Placement]:
    _refuse_if_applied(hunks, file)
    found = [_candidates(hunk, hunks, file) for hunk in hunks if hunk.old]
    placements = _in_order(found, len(file)) or _one_by_one(found)
    placements += [_insertion(hunk, placements, file) for hunk in hunks if not hunk.old]
    placements.sort(key=lambda placement: (placement.start, placement.hunk.number))
    for earlier, later in pairwise(placements):
        if later.start < earlier.changed_until:
            raise NoPlaceError(
                f"hunk {later.hunk.number} stands at line {later.start + 1}, before the end of "
                f"hunk {earlier.hunk.number}: give the hunks in the order of the file, none "
                "overlapping another"
            )
    return placements


def _refuse_if_applied(hunks: list[Hunk], file: FileLines) -> None:
    """Refuse hunks whose new lines all stand where the headers say that they will."""
    if hunks and all(
        hunk.new and hunk.new_start and file.stand_at(hunk.new_start - 1, hunk.new, LOOSEST)
        for hunk in hunks
    ):
        raise EditRefusedError(applied_already(hunks[0], (hunks[0].new_start or 1) - 1))


def _candidates(hunk: Hunk, hunks: Sequence[Hunk], file: FileLines) -> _Candidates:
    """The places that match best, and the less exact ones too if the header points at one."""
    for tolerance in Tolerance:
        every = file.starts(hunk.old, tolerance)
        starts = _allowed(hunk, every, file)
        stated = _stated(hunk)
        if starts and (
            stated is None or stated in every or not file.stand_at(stated, hunk.old, LOOSEST)
        ):
            return _Candidates(hunk, tolerance, starts)
    raise NoPlaceError(why_not_there(hunk, file) or why_nowhere(hunk, hunks, file))


def _allowed(hunk: Hunk, starts: list[int], file: FileLines) -> list[int]:
    """Those of `starts` where the header lets the hunk go; a heading decides between several."""
    if hunk.at_end:
        starts = [start for start in starts if start + len(hunk.old) == len(file)]
    if hunk.anchors and starts:
        return below_anchors(hunk, starts, file)
    if hunk.heading and len(starts) > 1:
        return [start for start in starts if agrees(hunk.heading, start, file)] or starts
    return starts


def _in_order(found: list[_Candidates], length: int) -> list[Placement] | None:
    """A place for each in the order of the patch; None if there is no such order.

    `length` is the number of lines of the file.
    """
    windows = _windows(found)
    if windows is None:
        return None
    certain = [one.at(one.starts[0]) for one in found if len(one.starts) == 1]
    drifts = {placement.drift for placement in certain if placement.hunk.old_start is not None}
    drift = min(drifts, default=0) if len(drifts) < 2 else None
    return [_chosen(*pair, drift, length) for pair in zip(found, windows, strict=True)]


def _windows(found: list[_Candidates]) -> list[_Candidates] | None:
    """The places that leave room for the hunks before and behind."""
    earliest: list[int] = []
    floor = 0
    for one in found:
        index = bisect_left(one.starts, floor)
        if index == len(one.starts):
            return None
        earliest.append(one.starts[index])
        floor = one.starts[index] + _reach(one.hunk)
    windows: list[_Candidates] = []
    ceiling: int | None = None
    for one, first in zip(reversed(found), reversed(earliest), strict=True):
        last = one.starts[-1] if ceiling is None else ceiling - _reach(one.hunk)
        windows.append(one.window(first, last))
        ceiling = windows[-1].starts[-1]
    return windows[::-1]


def _chosen(every: _Candidates, window: _Candidates, drift: int | None, length: int) -> Placement:
    """The only place in the window, or the one that the header with `drift` points at.

    `drift` is that of all hunks whose place is certain, None if they do not agree. Old lines that
    end without line end may also belong at the end of the file.
    """
    stated, last = _stated(every.hunk), length - len(every.hunk.old)
    if len(every.starts) == 1:
        return every.at(every.starts[0])
    pointed_at = set[int]()
    if stated is not None:
        pointed_at = {stated, stated + (drift or 0)} & set(every.starts)
    if not pointed_at and len(window.starts) == 1:
        return every.at(window.starts[0])
    if stated is not None and drift is not None and pointed_at == {stated + drift}:
        at_end = stated + drift == last or last not in every.starts
        if stated + drift in window.starts and (at_end or not _is_of_the_end(every.hunk)):
            return every.at(stated + drift)
    elif every.hunk.old[-1][-1:] != "\n" and window.starts[-1:] == [last]:
        return every.at(last)
    raise _ambiguous(every)


def _one_by_one(found: list[_Candidates]) -> list[Placement]:
    """The hunks in whatever order, if each has one place only."""
    for one in found:
        if len(one.starts) > 1:
            raise _ambiguous(one)
    return [one.at(one.starts[0]) for one in found]


def _ambiguous(found: _Candidates) -> EditRefusedError:
    shown = ", ".join(str(start + 1) for start in found.starts[:_SHOWN_PLACES])
    more = len(found.starts) - _SHOWN_PLACES
    return EditRefusedError(
        f"hunk {found.hunk.number} fits equally well at lines {shown}"
        f"{f' and {more} more' if more > 0 else ''}; add lines of context, or a header with the "
        "right line number"
    )


def _insertion(hunk: Hunk, placements: list[Placement], file: FileLines) -> Placement:
    """Where a hunk goes that only adds lines: behind the line its header names.

    Nothing else tells the place, so the header has to be exact, and with it those of all others.
    """
    start = _stated(hunk)
    if not len(file):
        return Placement(hunk, 0, Tolerance.EXACT)
    if hunk.at_end:
        return Placement(hunk, len(file), Tolerance.EXACT)
    if hunk.anchors:
        return _below_anchor(hunk, file)
    if start is None:
        raise EditRefusedError(
            f"hunk {hunk.number} only adds lines and does not say where: give it lines of context"
        )
    if start > len(file) or any(placement.drift for placement in placements):
        raise NoPlaceError(
            f"hunk {hunk.number} only adds lines, and the line numbers of the patch are not those "
            "of the file: give it lines of context"
        )
    return Placement(hunk, start, Tolerance.EXACT)


def _below_anchor(hunk: Hunk, file: FileLines) -> Placement:
    """Right below the line that the header of a hunk without old lines names."""
    places = last_anchors(hunk.anchors, file)
    if len(places) != 1:
        where = "in several places" if places else "nowhere"
        raise NoPlaceError(
            f"hunk {hunk.number} only adds lines, and {hunk.anchors[-1].strip()[:80]!r} stands "
            f"{where} in the file: give it lines of context"
        )
    return Placement(hunk, places[0] + 1, Tolerance.EXACT)


def _reach(hunk: Hunk) -> int:
    return len(hunk.old) - hunk.trailing_context
