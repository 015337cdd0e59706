"""Two texts as a change, with its unified diff."""

import re

from architect.domain.paths import WorkspacePath
from architect.domain.text.alignment import Run, equal_runs
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.file_text import split_at_lf

_CONTEXT_LINES = 3


def change_of(path: WorkspacePath, before: Snapshot | None, after: Document | None) -> FileChange:
    """The change of one file; `before` is None to create it, `after` is None to delete it.

    Lines of the diff end at LF, as `git apply` has them: a carriage return is part of its line.
    """
    old = before.document.text if before else None
    new = after.text if after else None
    return FileChange(path, before, after, *diff_of(path.relative, old, new))


def diff_of(relative: str, old: str | None, new: str | None) -> tuple[str, int, int]:
    """The unified diff of one file, and the numbers of lines added and removed.

    None stands for no file.
    """
    hunks, added, removed = _hunks(old or "", new or "")
    if not hunks and (old is None) == (new is None):
        return "", 0, 0
    headers = _headers(relative, created=old is None, deleted=new is None)
    if not hunks:
        headers = _headers_of_empty(relative, created=old is None)
    return headers + hunks, added, removed


def bounded_patch(patch: str, max_chars: int) -> str:
    """The first whole lines of a patch: a key that was cut in two would not be known for one."""
    if len(patch) <= max_chars:
        return patch
    kept = patch[: patch.rfind("\n", 0, max_chars) + 1]
    return f"{kept}[... {len(patch) - len(kept)} characters left out ...]\n"


def _headers(relative: str, *, created: bool, deleted: bool) -> str:
    """The two header lines; a name with spaces gets a tab behind it, where a time could stand."""
    tab = "\t" if " " in relative else ""
    old = "/dev/null" if created else _quoted(f"a/{relative}") + tab
    new = "/dev/null" if deleted else _quoted(f"b/{relative}") + tab
    return f"--- {old}\n+++ {new}\n"


def _headers_of_empty(relative: str, *, created: bool) -> str:
    """An empty file has no hunks; only git's extended header can create or delete it."""
    return f"{git_header(relative)}{'new' if created else 'deleted'} file mode 100644\n"


def git_header(relative: str) -> str:
    """The first line of git's extended header of a file."""
    return f"diff --git {_quoted(f'a/{relative}')} {_quoted(f'b/{relative}')}\n"


def _quoted(name: str) -> str:
    """`name` as git writes it: in C quotes if it has characters that would garble a header."""
    if not any(character in '"\\' or character < " " for character in name):
        return name
    octal = (c if c >= " " else f"\\{ord(c):03o}" for c in re.sub(r'["\\]', r"\\\g<0>", name))
    return '"' + "".join(octal) + '"'


def _hunks(old: str, new: str) -> tuple[str, int, int]:
    """The hunks from `old` to `new`, and the numbers of lines added and removed."""
    start, old_end, new_end = _changed_range(old, new)
    first_line = old.count("\n", 0, start)
    old_lines = split_at_lf(old[start:old_end])
    new_lines = split_at_lf(new[start:new_end])
    edits = _edits(equal_runs(old_lines, new_lines), len(old_lines), len(new_lines))
    added = sum(new_to - new_from for _, _, new_from, new_to in edits)
    removed = sum(old_to - old_from for old_from, old_to, _, _ in edits)
    hunks = [_hunk(group, old_lines, new_lines, first_line) for group in _grouped(edits)]
    return "".join(hunks), added, removed


def _changed_range(old: str, new: str) -> tuple[int, int, int]:
    """Where the texts begin to differ and where each stops, in whole lines and with context."""
    shorter = min(len(old), len(new))
    prefix = _equal_length(old, new, shorter, from_end=False)
    if prefix == len(old) == len(new):
        return prefix, prefix, prefix
    start = _line_start(old, prefix)
    suffix = _equal_length(old, new, shorter - start, from_end=True)
    end = _lines_behind(old, len(old) - suffix)
    return _lines_before(old, start), end, len(new) - (len(old) - end)


def _equal_length(old: str, new: str, limit: int, *, from_end: bool) -> int:
    """How many characters at one end are the same, found by comparing ever smaller slices."""
    known = 0
    step = limit
    while step:
        if from_end:
            same = _slice_from_end(old, known, step) == _slice_from_end(new, known, step)
        else:
            same = old[known : known + step] == new[known : known + step]
        if same:
            known += step
            step = min(step, limit - known)
        else:
            step //= 2
    return known


def _slice_from_end(text: str, skipped: int, length: int) -> str:
    return text[len(text) - skipped - length : len(text) - skipped]


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _lines_before(text: str, start: int) -> int:
    for _ in range(_CONTEXT_LINES):
        start = _line_start(text, max(start - 1, 0))
    return start


def _lines_behind(text: str, position: int) -> int:
    """The end of the line at `position`, which may have begun in the change, and of its context."""
    for _ in range(1 + _CONTEXT_LINES):
        position = _next_line(text, position)
    return position


def _next_line(text: str, position: int) -> int:
    return text.find("\n", position) + 1 or len(text)


Edit = tuple[int, int, int, int]
"""Lines `[0]:[1]` of the old text become lines `[2]:[3]` of the new one."""


def _edits(runs: list[Run], old_length: int, new_length: int) -> list[Edit]:
    edits: list[Edit] = []
    left = right = 0
    for run in [*runs, Run(old_length, new_length, 0)]:
        if (left, right) != (run.left, run.right):
            edits.append((left, run.left, right, run.right))
        left, right = run.left + run.length, run.right + run.length
    return edits


def _grouped(edits: list[Edit]) -> list[list[Edit]]:
    """Edits whose context would touch belong to one hunk."""
    groups: list[list[Edit]] = []
    for edit in edits:
        if groups and edit[0] - groups[-1][-1][1] <= 2 * _CONTEXT_LINES:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    return groups


def _hunk(edits: list[Edit], old: list[str], new: list[str], first_line: int) -> str:
    """One hunk; `first_line` is how many lines both texts have before `old` and `new`."""
    lead = min(_CONTEXT_LINES, edits[0][0])
    trail = min(_CONTEXT_LINES, len(old) - edits[-1][1])
    old_from, old_to = edits[0][0] - lead, edits[-1][1] + trail
    new_from, new_to = edits[0][2] - lead, edits[-1][3] + trail
    body: list[str] = []
    at = old_from
    for edit_old, edit_old_to, edit_new, edit_new_to in edits:
        body += _marked(" ", old[at:edit_old])
        body += _marked("-", old[edit_old:edit_old_to])
        body += _marked("+", new[edit_new:edit_new_to])
        at = edit_old_to
    body += _marked(" ", old[at:old_to])
    old_range = _range(first_line + old_from, old_to - old_from)
    new_range = _range(first_line + new_from, new_to - new_from)
    return f"@@ -{old_range} +{new_range} @@\n" + "".join(body)


def _marked(mark: str, lines: list[str]) -> list[str]:
    return [
        f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
        for line in lines
    ]


def _range(start: int, length: int) -> str:
    """A range of a hunk header: an empty one names the line before it, one line needs no length."""
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
