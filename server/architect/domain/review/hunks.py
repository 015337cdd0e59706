"""The changes of one file by one run as hunks, each of which can be kept or undone alone."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import sha256

from architect.domain.ids import HunkId, RunId
from architect.domain.review.undo import Content, is_same
from architect.domain.text.alignment import Edit, edits_between
from architect.domain.text.document import Document
from architect.domain.text.file_text import (
    count_line_ends,
    dominant_newline,
    split_lines,
    with_newlines,
)
from architect.domain.text.merge import Region, SideEdit, growth, regions
from architect.domain.text.steady_alignment import edits_around
from architect.domain.text.undecodable_bytes import has_undecodable_bytes
from architect.frozen import frozen
from architect.l10n import english

_ID_LENGTH = 16


@frozen
class NetChange:
    """What a run did to a file, all in all."""

    path: str
    before: Content
    after: Content

    @property
    def reversed(self) -> "NetChange":
        return NetChange(self.path, self.after, self.before)


@frozen
class Hunk:
    """Lines `edit.old_from:edit.old_to` of the new text, which were others before.

    `edit` is None where the file changed as a whole: it is new, or gone, or its encoding or line
    ends are others.
    """

    hunk_id: HunkId
    edit: Edit | None


@frozen
class PlacedHunk:
    """A hunk that stands: characters `start:end` of the present text are `after`."""

    hunk_id: HunkId
    start: int
    end: int
    before: str
    after: str


@frozen
class LostHunks:
    """Hunks whose lines are others by now; `lines` are first and last now, from 1.

    `place` is where they stand together with what was done to them since; None if there is no file.
    """

    hunk_ids: tuple[HunkId, ...]
    reason: str
    lines: tuple[tuple[int, int], ...] = ()
    place: PlacedHunk | None = None


@frozen
class Placement:
    """The hunks that stand as they were made, in order, and those that do not; others are not
    there. `settled` stand too, and nobody waits for a decision about them.
    """

    standing: tuple[PlacedHunk, ...]
    lost: tuple[LostHunks, ...]
    settled: tuple[PlacedHunk, ...] = ()


def hunks_of(run_id: RunId, change: NetChange) -> tuple[Hunk, ...]:
    """The hunks of a change; their ids say nothing of their place."""
    before, after = change.before, change.after
    if is_same(before, after):
        return ()
    if before is None or after is None or not _is_same_form(before, after):
        name = _id(run_id, change.path, before and before.text, after and after.text, nth=0)
        return (Hunk(name, None),)
    old, new = split_lines(after.text), split_lines(before.text)
    seen: Counter[tuple[str, str]] = Counter()
    hunks: list[Hunk] = []
    for edit in edits_between(old, new):
        found, left = new[edit.new_from : edit.new_to], old[edit.old_from : edit.old_to]
        texts = ("".join(found), "".join(left))
        hunks.append(Hunk(_id(run_id, change.path, *texts, nth=seen[texts]), edit))
        seen[texts] += 1
    return tuple(hunks)


def _id(run_id: RunId, path: str, before: str | None, after: str | None, *, nth: int) -> HunkId:
    """`nth` tells apart hunks of one file with the same texts."""
    said = repr((run_id, path, before, after, nth))
    return HunkId(sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_LENGTH])


def _is_same_form(one: Document, other: Document) -> bool:
    """Whether encoding, byte order mark and, as far as lines are ended at all, line ends agree."""
    ends = {_newline(text) for text in (one.text, other.text) if count_line_ends(text)}
    same = (one.encoding, one.bom) == (other.encoding, other.bom)
    return same and (len(ends) < 2 or None in ends)


def _newline(text: str) -> str | None:
    """The only line end of `text`; None if it has several."""
    newline = dominant_newline(text)
    only = text.count(newline) == count_line_ends(text)
    return newline if only and (newline == "\r\n" or "\r\n" not in text) else None


def placed(
    change: NetChange, hunks: Sequence[Hunk], present: Content, *, taken: Collection[HunkId] = ()
) -> Placement:
    """Where the hunks of `change` stand in `present`; `taken` are those that were undone."""
    if all(hunk.hunk_id in taken for hunk in hunks):
        return Placement((), ())
    if change.before is None or change.after is None or hunks[0].edit is None:
        return _placed_whole(change, hunks[0], present)
    if present is None:
        left = tuple(each.hunk_id for each in hunks if each.hunk_id not in taken)
        gone = LostHunks(left, english("it is no longer there: it was deleted or renamed since"))
        return Placement((), (gone,))
    return _Lines.of(change.before, change.after, present).placed(hunks, taken)


def _placed_whole(change: NetChange, hunk: Hunk, present: Content) -> Placement:
    if is_same(present, change.before):
        return Placement((), ())
    before, after = (content.text if content else "" for content in (change.before, present))
    place = PlacedHunk(hunk.hunk_id, 0, len(after), before, after)
    if _is_alike(present, change.after):
        return Placement((place,), ())
    reason = _reason(change, present)
    return Placement(
        (), (LostHunks((hunk.hunk_id,), reason, place=None if present is None else place),)
    )


def _is_alike(present: Content, after: Content) -> bool:
    """The same, but perhaps for line ends: an editor may have its own."""
    if present is None or after is None:
        return present is after
    texts = [with_newlines(document.text, "\n") for document in (present, after)]
    return texts[0] == texts[1]


def _reason(change: NetChange, present: Content) -> str:
    if present is None:
        return english("it is no longer there: it was deleted or renamed since")
    if change.after is None:
        return english("the run deleted it, and there is another file by now")
    if change.before is None:
        return english("the run created it, and it was changed since")
    return english("the run changed its line ends or its encoding, and it was changed since")


@frozen
class _Lines:
    """The lines before, after and now; where each text has one line end, all have LF.

    `actual` are those of the present text as they are.
    """

    before: Sequence[str]
    after: Sequence[str]
    present: Sequence[str]
    actual: Sequence[str]
    newline: str | None

    @staticmethod
    def of(before: Document, after: Document, present: Document) -> "_Lines":
        texts = [before.text, after.text, present.text]
        actual = split_lines(present.text)
        if any(_newline(text) is None for text in texts):
            return _Lines(split_lines(texts[0]), split_lines(texts[1]), actual, actual, None)
        ended = [text for text in reversed(texts) if count_line_ends(text)]
        newline = dominant_newline(ended[0]) if ended else "\n"
        lines = [split_lines(with_newlines(text, "\n")) for text in texts]
        return _Lines(lines[0], lines[1], lines[2], actual, newline)

    def placed(self, hunks: Sequence[Hunk], taken: Collection[HunkId]) -> Placement:
        edits = {hunk.edit: hunk for hunk in hunks if hunk.edit is not None}
        theirs = {self._theirs(edit)[:2]: hunk for edit, hunk in edits.items()}
        back = [edit for edit, hunk in edits.items() if hunk.hunk_id in taken]
        ours = edits_around(self.after, self.before, self.present, back)
        standing: list[PlacedHunk] = []
        lost: list[LostHunks] = []
        starts = _offsets(self.actual)
        shift = 0
        mine = [SideEdit(each.old_from, each.old_to, self._added(each)) for each in ours]
        for region in regions(mine, [self._theirs(edit) for edit in edits]):
            start = region.start + shift
            shift += sum(map(growth, region.ours))
            end = region.end + shift
            there = [
                hunk for edit in region.theirs if (hunk := theirs[edit[:2]]).hunk_id not in taken
            ]
            if not there:
                continue
            if not region.ours:
                standing.append(self._standing(there[0], starts, start, end))
            elif list(self.present[start:end]) != self._without(region):
                lost.append(self._lost(there, region, starts, start, end))
        return Placement(tuple(standing), tuple(lost))

    def _added(self, edit: Edit) -> Sequence[str]:
        return self.present[edit.new_from : edit.new_to]

    def _theirs(self, edit: Edit) -> SideEdit:
        return SideEdit(edit.old_from, edit.old_to, self.before[edit.new_from : edit.new_to])

    def _without(self, region: Region) -> list[str]:
        """The lines of a region as the run found them."""
        lines: list[str] = []
        at = region.start
        for edit in region.theirs:
            lines += [*self.after[at : edit.start], *edit.lines]
            at = edit.end
        return [*lines, *self.after[at : region.end]]

    def _standing(self, hunk: Hunk, starts: Sequence[int], start: int, end: int) -> PlacedHunk:
        assert hunk.edit is not None
        return self._place(hunk, self._theirs(hunk.edit).lines, starts, start, end)

    def _lost(
        self, hunks: Sequence[Hunk], region: Region, starts: Sequence[int], start: int, end: int
    ) -> LostHunks:
        place = self._place(hunks[0], self._without(region), starts, start, end)
        lines = ((start + 1, max(end, start + 1)),)
        return LostHunks(tuple(each.hunk_id for each in hunks), _CHANGED_AGAIN, lines, place)

    def _place(
        self, hunk: Hunk, lines: Sequence[str], starts: Sequence[int], start: int, end: int
    ) -> PlacedHunk:
        """Lines `start:end` of now, which were `lines` before."""
        before = "".join(lines)
        if self.newline is not None:
            before = with_newlines(before, self.newline)
        after = "".join(self.actual[start:end])
        return PlacedHunk(hunk.hunk_id, starts[start], starts[end], before, after)


_CHANGED_AGAIN = english("the lines that the run changed were changed again since")


def _offsets(lines: Sequence[str]) -> list[int]:
    """Where each line begins, and the end."""
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    return offsets


def without(
    change: NetChange, placement: Placement, present: Content, hunk_ids: Collection[HunkId]
) -> Content:
    """`present` with those of `hunk_ids` undone that have a place in it.

    Those whose lines were changed since are undone together with what was done to them.
    """
    chosen = [hunk for hunk in placement.standing if hunk.hunk_id in hunk_ids]
    lost = (each for each in placement.lost if any(one in hunk_ids for one in each.hunk_ids))
    chosen += (each.place for each in lost if each.place is not None)
    if not chosen:
        return present
    if present is None or change.before is None or change.after is None:
        return change.before
    if not _is_same_form(change.before, change.after):
        return change.before
    text = present.text
    for hunk in reversed(sorted(chosen, key=lambda each: each.start)):  # noqa: C413 - keeps ties in order
        text = text[: hunk.start] + hunk.before + text[hunk.end :]
    return replace(present, text=text, undecodable_bytes=has_undecodable_bytes(text))
