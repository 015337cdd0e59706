"""What became of an edit, judged by the text alone."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum

from architect.domain.text.file_text import split_lines, with_newlines
from architect.domain.text.positions import Encoding, LineEnds
from architect.domain.text.text_changes import TextChange, changes_between


class EditOutcome(Enum):
    """`MOVED` is a document that changed while nothing of the edit arrived, `ALTERED` any other."""

    APPLIED = "applied"
    UNCHANGED = "unchanged"
    MOVED = "moved"
    ALTERED = "altered"


def alike(one: str, other: str) -> bool:
    """Whether two texts differ at most in how lines end, and in whether the last one does.

    Editors turn inserted line ends into those of the document, and Neovim shows no final line end
    where it would add one when writing ('fixendofline').
    """
    return one == other or _normal(one).removesuffix("\n") == _normal(other).removesuffix("\n")


def edit_outcome(
    before: str,
    wanted: str,
    now: str,
    *,
    told: Iterable[TextChange],
    encoding: Encoding,
    line_ends: LineEnds,
) -> EditOutcome:
    """What became of an edit that should have led from `before` to `wanted`.

    `told` are the changes the editor has told on the way from `before` to `now`. Where all places
    of the edit are as wanted and others have changed too (the user typed, a formatter ran), it has
    landed.
    """
    if now == before:
        only_end = before.rstrip("\r\n") == wanted.rstrip("\r\n") and alike(before, wanted)
        return EditOutcome.APPLIED if only_end else EditOutcome.UNCHANGED
    if alike(now, wanted):
        return EditOutcome.APPLIED
    old, new = _normal(before), _normal(wanted)
    ours = set(changes_between(old, new, encoding, line_ends=line_ends))
    made = set(changes_between(old, _normal(now), encoding, line_ends=line_ends))
    if ours <= made:
        return EditOutcome.APPLIED
    if ours & (made | set(told)) or _new_lines(old, new) & _new_lines(old, _normal(now)):
        return EditOutcome.ALTERED
    return EditOutcome.MOVED


def _new_lines(old: str, new: str) -> set[str]:
    """The lines, blank ones left out, that `new` has more often than `old`."""
    more = Counter(split_lines(new)) - Counter(split_lines(old))
    return {line.strip() for line in more if line.strip()}


def _normal(text: str) -> str:
    return with_newlines(text, "\n")
