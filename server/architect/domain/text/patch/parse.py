"""A patch as a model writes it, taken apart.

The format: https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html, with the
extended headers of https://git-scm.com/docs/diff-format.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.body import Body, is_bullet, is_change, is_file_header, read_body
from architect.domain.text.patch.hunk import Hunk, ParsedPatch
from architect.domain.text.patch.spelling import Spelling

_NUMBER = r"(\d{1,18})(?!\d)"
_RANGES = re.compile(rf"@@ *-{_NUMBER}(?:,{_NUMBER})?(?: +\+{_NUMBER}(?:,{_NUMBER})?)?")
_REFUSED_HEADER = re.compile(
    r"(?:rename|copy) (?:from|to) |old mode |new mode |new file mode (?!100644)"
    r"|GIT binary patch|Binary files .* differ$|\*\*\* Move to:"
)
_FILE_HEADER = re.compile(r"diff --git |diff --cc |\*\*\* (?:Add|Update|Delete) File:")
_SEARCH_BLOCK = re.compile(r"<{5,} ?SEARCH")
_FENCE = re.compile(r"(?:```|~~~)")


class BrokenHunkError(EditRefusedError):
    """The lines of a hunk are not marked as they should be."""


def parse_patch(spelling: Spelling) -> ParsedPatch:
    """The hunks of a patch, whatever stands around them.

    Raises:
        BrokenHunkError: they cannot be told from the text around them.
        EditRefusedError: there are none, or the patch wants more than to change the text of a file.
    """
    lines, notes = spelling.lines, list(spelling.notes)
    starts = [i for i, line in enumerate(lines) if line.startswith("@@")]
    if not starts:
        raise EditRefusedError(_why_no_hunks(lines))
    preamble = lines[: starts[0]]
    fenced = _check_headers(preamble)
    if fenced:
        notes.append("markdown fence ignored")
    hunks = _hunks(lines, starts[0], notes, fenced=fenced)
    if spelling.ends_in_line and hunks[-1].ends_patch:
        hunks[-1] = replace(hunks[-1], ends_in_line=True)
    return ParsedPatch(
        tuple(hunks),
        creates=any(re.match(r"--- /dev/null\s*$", line) for line in preamble),
        deletes=any(re.match(r"\+\+\+ /dev/null\s*$", line) for line in preamble),
        notes=tuple(notes),
    )


def _why_no_hunks(lines: Sequence[str]) -> str:
    for line in lines:
        _refuse_if_more_than_text(line)
        if _SEARCH_BLOCK.match(line):
            return "the patch is a search/replace block, not a unified diff: use edit_file for it"
        if line.startswith(("*** Add File:", "*** Delete File:")):
            return "the patch adds or deletes a whole file: use write_file or delete_file for that"
    return (
        "the patch has no hunks: each change needs a line '@@ -LINE,COUNT +LINE,COUNT @@' (or "
        "just '@@') and then lines that begin with ' ', '-' or '+'"
    )


def _check_headers(preamble: Sequence[str]) -> bool:
    """Whether a markdown fence is open behind the lines before the first hunk."""
    fenced = False
    git_headers = unified_headers = 0
    for line in preamble:
        _refuse_if_more_than_text(line)
        fenced ^= bool(_FENCE.match(line))
        git_headers += bool(_FILE_HEADER.match(line))
        unified_headers += line.startswith("+++ ")
    if git_headers > 1 or unified_headers > 1:
        raise _second_file()
    return fenced


def _refuse_if_more_than_text(line: str) -> None:
    if _REFUSED_HEADER.match(line):
        raise EditRefusedError(
            f"the patch has the header {line.strip()[:80]!r}; only the text of one file "
            "can be patched: take the header out, and move or change the file's mode by other means"
        )
    if line.startswith("@@@"):
        raise EditRefusedError("the patch is a combined diff of a merge; give a plain unified diff")


def _second_file() -> EditRefusedError:
    return EditRefusedError(
        "the patch is for more than one file; call apply_patch once for each file"
    )


def _hunks(lines: Sequence[str], at: int, notes: list[str], *, fenced: bool) -> list[Hunk]:
    hunks: list[Hunk] = []
    behind = at
    bullets_are_prose = False
    ignored = "text behind the hunks ignored"
    while at < len(lines):
        line = lines[at]
        if line.startswith("@@"):
            _refuse_if_more_than_text(line)
            hunk, body = _hunk(lines, at, len(hunks) + 1, notes)
            hunks.append(hunk)
            bullets_are_prose = body.counted
            at = behind = body.end
            continue
        _check_between_hunks(lines, at, bullets_are_prose=bullets_are_prose)
        if fenced and _FENCE.match(line):
            bullets_are_prose = True
        elif line.strip() and ignored not in notes:
            notes.append(ignored)
        at += 1
    if not any(line.strip() for line in lines[behind:]):
        hunks[-1] = replace(hunks[-1], ends_patch=True)
    return hunks


def _hunk(lines: Sequence[str], at: int, number: int, notes: list[str]) -> tuple[Hunk, Body]:
    """The hunk whose header stands at `lines[at]`, and where its body ends."""
    ranges = _RANGES.match(lines[at])
    start, length, new_start, new_length = ranges.groups() if ranges else (None,) * 4
    old_count = int(length or 1) if start else None
    new_count = int(new_length or 1) if new_start else None
    body = read_body(lines, at + 1, old_count, new_count)
    if not body.lines:
        raise BrokenHunkError(f"hunk {number} is empty: no lines stand below {lines[at][:80]!r}")
    if not ranges:
        notes.append(f"hunk {number}: no line numbers, placed by its text")
    elif not body.counted:
        notes.append(f"hunk {number}: wrong line counts ignored")
    hunk = Hunk(
        number,
        int(start) if start else None,
        old_count,
        int(new_start) if new_start else None,
        new_count,
        tuple(body.lines),
    )
    return hunk, body


def _check_between_hunks(lines: Sequence[str], at: int, *, bullets_are_prose: bool) -> None:
    """Refuse what is no prose to skip behind a hunk: changes, and headers of another file."""
    line = lines[at]
    _refuse_if_more_than_text(line)
    if _FILE_HEADER.match(line) or is_file_header(lines, at):
        raise _second_file()
    if line == "@":
        raise BrokenHunkError(
            f"line {at + 1} of the patch is '@', the start of a hunk: the patch seems cut off"
        )
    if is_change(line) and not (bullets_are_prose and is_bullet(line)):
        raise BrokenHunkError(
            f"line {at + 1} of the patch, {line[:80]!r}, is a change outside of any hunk: the line "
            "before it ended the hunk; begin every line of a hunk with ' ', '-' or '+'"
        )
