"""Applying a patch to a text: all of it or nothing."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from architect.domain.errors import EditRefusedError
from architect.domain.text.file_text import (
    dominant_newline,
    split_at_lf,
    split_lines,
    with_newlines,
)
from architect.domain.text.patch.cut_off import (
    CutOffError,
    refuse_if_cut_off,
    refuse_if_only_context_came,
)
from architect.domain.text.patch.edits import close_last_line, edits_of, joined
from architect.domain.text.patch.file_lines import COMPARED, Tolerance
from architect.domain.text.patch.hunk import FilePatch, Hunk
from architect.domain.text.patch.hunks import BrokenHunkError
from architect.domain.text.patch.parse import parse_patch
from architect.domain.text.patch.place import NoPlaceError, Placement, place
from architect.domain.text.patch.shift import possible_shifts, shifted
from architect.domain.text.patch.spelling import Spelling, other_spellings, plain_spelling
from architect.domain.text.undecodable_bytes import refuse_undecodable_bytes
from architect.frozen import frozen

_MOST_NOTES = 10


@frozen
class PatchedText:
    """The text after the patch; `notes` name the tolerances that were needed.

    `executable` is the execute bit that the patch gives the file, None if it says nothing of it;
    `deleted`, whether it deletes the file.
    """

    text: str
    notes: tuple[str, ...]
    executable: bool | None = None
    deleted: bool = False


def apply_patch(text: str, patch: str, *, name: str | None = None) -> PatchedText:
    """`text` with every hunk of `patch` applied; an absent file is an empty text.

    If the patch has several diffs of the file, each is applied to what the one before it left. What
    it calls the file has to fit `name`, if that is given.

    Line ends are compared as equal if they have to be, and then new lines get those of the lines
    around them. Everything the patch does not touch stays as it is.

    Raises:
        EditRefusedError: the patch is not one, or a hunk has no place or more than one.
    """
    added = "".join(line for line in patch.split("\n") if line.startswith("+"))
    refuse_undecodable_bytes(text, added)
    try:
        return _all_applied(text, plain_spelling(patch), name)
    except (BrokenHunkError, CutOffError, NoPlaceError):
        for spelling in other_spellings(patch):
            with suppress(EditRefusedError):
                return _all_applied(text, spelling, name)
        raise


def _all_applied(text: str, spelling: Spelling, name: str | None) -> PatchedText:
    result = PatchedText(text, ())
    for part in parse_patch(spelling):
        if name is not None and not _is_for(part, name):
            raise EditRefusedError(
                f"the patch is for {part.names[0]!r}, but the path of this call is {name!r}; call "
                "apply_patch once for each file, with its path"
            )
        after = _part_applied(result.text, part)
        executable = result.executable if after.executable is None else after.executable
        result = PatchedText(
            after.text, (*result.notes, *after.notes), executable, deleted=after.deleted
        )
    return result


def _is_for(part: FilePatch, name: str) -> bool:
    """Whether a name in the patch, if it has any, is that of the file, from whatever folder."""
    return not part.names or any(_is_same_file(one, name) for one in part.names)


def _is_same_file(one: str, other: str) -> bool:
    one, other = (f"/{posixpath.normpath(path.replace(chr(92), '/'))}" for path in (one, other))
    return one.endswith(other) or other.endswith(one)


def _part_applied(text: str, part: FilePatch) -> PatchedText:
    if part.creates and text:
        raise EditRefusedError(
            "the patch creates the file ('--- /dev/null' or '*** Add File:'), but it exists and is "
            "not empty; give a diff of what is in it, or use write_file to replace all of it"
        )
    if part.deletes and not part.hunks:
        return PatchedText("", part.notes, deleted=True)
    if not part.hunks:
        return PatchedText(text, part.notes, part.executable)
    return _applied(text, part)


def _applied(text: str, parsed: FilePatch) -> PatchedText:
    refuse_if_only_context_came(parsed.hunks[-1])
    lines, placements, notes = _placed(text, parsed.hunks)
    for placement in placements:
        refuse_if_cut_off(placement, lines)
        _refuse_if_applied(placement, lines)
    speaks_of_cr = any("\r" in line.text for hunk in parsed.hunks for line in hunk.lines)
    as_written = speaks_of_cr or re.search(r"(?<!\r)\n", text) is not None
    edits = [
        edit
        for placement in placements
        for edit in edits_of(placement, lines, text, as_written=as_written)
    ]
    newline = dominant_newline(text)
    result_lines = joined(lines, edits, newline)
    if parsed.whole_lines and edits and edits[-1].stop == len(lines):
        close_last_line(result_lines, placements[-1].hunk, newline)
    result = "".join(result_lines)
    if "\r" in result and _plain(result) != "".join(map(_plain, result_lines)):
        raise EditRefusedError(
            "a new line would melt into the lone CR before it, because the file mixes line ends; "
            "write the whole file instead"
        )
    if parsed.deletes and result:
        raise EditRefusedError(
            "the patch deletes the file ('+++ /dev/null'), but its hunks leave some lines; remove "
            "every line, or correct the header"
        )
    if result == text and parsed.executable is None:
        raise EditRefusedError("the patch changes nothing: its old and new lines are the same")
    notes = [*parsed.notes, *notes, *_notes(placements)]
    more = [f"{len(notes) - _MOST_NOTES} more like these"] if len(notes) > _MOST_NOTES else []
    return PatchedText(
        result, (*notes[:_MOST_NOTES], *more), parsed.executable, deleted=parsed.deletes
    )


def _refuse_if_applied(placement: Placement, lines: list[str]) -> None:
    """Refuse to add lines at an open edge of a hunk where the same lines stand already.

    In a diff with context only the ends of a file have such an edge, and nothing stands there.
    """
    hunk = placement.hunk
    added = [line.text for line in hunk.lines if line.mark == "+"]
    if not hunk.old:
        return
    stop = placement.start + len(hunk.old)
    if hunk.leading_context == len(hunk.old):
        around = lines[stop : stop + len(added)]
    elif hunk.trailing_context == len(hunk.old):
        around = lines[max(placement.start - len(added), 0) : placement.start]
    else:
        return
    compare = COMPARED[Tolerance.TRAILING_SPACE]
    if [*map(compare, around)] == [*map(compare, added)]:
        raise EditRefusedError(
            f"hunk {hunk.number} looks applied already: the lines it adds stand at line "
            f"{placement.start + 1} already; to add them once more, give context on both sides"
        )


def _placed(text: str, hunks: Sequence[Hunk]) -> tuple[list[str], list[Placement], list[str]]:
    """The lines of `text`, where the hunks belong among them, and notes.

    First the hunks as they are, then with shifted indentation, each on the lines as `diff` sees
    them (a lone CR ends none) and as people do.
    """
    views = [split_at_lf(text)]
    if re.search(r"\r(?!\n)", text):
        views.append(split_lines(text))
    refusal: NoPlaceError | None = None
    for lines in views:
        try:
            return lines, place(hunks, lines), []
        except NoPlaceError as error:
            refusal = error
    for lines in views:
        found = _placed_shifted(hunks, lines)
        if found:
            return lines, *found
    raise refusal or EditRefusedError("the patch has no hunks")


def _placed_shifted(
    hunks: Sequence[Hunk], lines: list[str]
) -> tuple[list[Placement], list[str]] | None:
    """Where the hunks belong if their indentation is wrong throughout; None if not just one way."""
    found: list[tuple[list[Placement], list[str]]] = []
    for shift in possible_shifts(hunks, lines):
        moved = [shifted(hunk, shift) for hunk in hunks]
        whole = [hunk for hunk in moved if hunk is not None]
        if len(whole) < len(hunks):
            continue
        try:
            found.append((place(whole, lines), [f"indented by {shift} than the patch says"]))
        except EditRefusedError:
            continue
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    return with_newlines(text, "\n")


def _notes(placements: list[Placement]) -> Iterator[str]:
    numbers = [placement.hunk.number for placement in placements]
    if numbers != sorted(numbers):
        yield "the hunks were not in the order of the file"
    for placement in placements:
        yield from _notes_of_one(placement)


def _notes_of_one(placement: Placement) -> list[str]:
    hunk, notes = placement.hunk, list[str]()
    stated = hunk.old_start
    if hunk.old and stated is not None and placement.start != stated - 1:
        notes.append(f"hunk {hunk.number}: at line {placement.start + 1}, not {stated}")
    if placement.tolerance is Tolerance.LINE_ENDS:
        notes.append(f"hunk {hunk.number}: line endings of the file kept")
    if placement.tolerance is Tolerance.LOST_BYTES:
        notes.append(f"hunk {hunk.number}: U+FFFD taken for bytes that are not UTF-8")
    if placement.tolerance is Tolerance.TRAILING_SPACE:
        notes.append(f"hunk {hunk.number}: spaces at line ends ignored")
    return notes
