"""Patches that stop before their end."""

from collections.abc import Sequence

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.hunk import Hunk
from architect.domain.text.patch.place import Placement

_USUAL_CONTEXT = 3


class CutOffError(EditRefusedError):
    """The last hunk is shorter than its header says."""


def refuse_if_cut_off(placement: Placement, lines: Sequence[str]) -> None:
    """Refuse a last hunk that is so much shorter than its header says that changes may be missing.

    Models also count wrongly, so it may be shorter as long as enough context follows its last
    change. Where less follows, and just what is missing would make it up, the patch was cut there,
    perhaps with whole hunks; but who strips a patch takes away blank lines of context. `lines` are
    those of the file.

    Raises:
        CutOffError: it may have been cut off.
    """
    missing_old, missing_new = _missing(placement.hunk)
    rest = lines[placement.start + len(placement.hunk.old) :]
    if missing_old > len(rest) or not (missing_old or missing_new):
        return
    is_blank = not "".join(rest[:missing_old]).strip()
    if missing_old == len(rest) or not _only_context(
        placement, missing_old, missing_new, is_blank=is_blank
    ):
        raise _cut_off(placement.hunk)


def refuse_if_only_context_came(hunk: Hunk) -> None:
    """Refuse a last hunk that ends before its first change.

    Raises:
        CutOffError: it does.
    """
    if hunk.leading_context == len(hunk.lines) and any(_missing(hunk)):
        raise _cut_off(hunk)


def _missing(hunk: Hunk) -> tuple[int, int]:
    """How many old and new lines the end of the patch is short of; none if it counts wrongly."""
    if not hunk.ends_patch or hunk.old_length is None or hunk.new_length is None:
        return 0, 0
    old, new = hunk.old_length - len(hunk.old), hunk.new_length - len(hunk.new)
    return (0, 0) if min(old, new) < 0 else (old, new)


def _only_context(
    placement: Placement, missing_old: int, missing_new: int, *, is_blank: bool
) -> bool:
    """Whether what is missing is too little for another change with its own context.

    `is_blank` says that the file has only blank lines there.
    """
    hunk = placement.hunk
    lead, trail = hunk.leading_context, hunk.trailing_context
    usual = max(lead, 1) if placement.start else _USUAL_CONTEXT
    if trail >= min(usual, _USUAL_CONTEXT):
        return max(missing_old, missing_new) <= usual
    would_have = trail + missing_old
    complete = would_have < usual or (would_have == usual and is_blank)
    return missing_old == missing_new and complete and not (hunk.ends_in_line and trail == 0)


def _cut_off(hunk: Hunk) -> CutOffError:
    return CutOffError(
        f"the patch seems cut off: the header of hunk {hunk.number} promises {hunk.old_length} old "
        f"and {hunk.new_length} new lines, but {len(hunk.old)} and {len(hunk.new)} came. Give the "
        f"rest, or if it is complete, the right header: @@ -{hunk.old_start},{len(hunk.old)} "
        f"+{hunk.old_start},{len(hunk.new)} @@"
    )
