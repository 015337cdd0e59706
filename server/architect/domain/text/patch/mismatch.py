"""Why a hunk has no place, in words that tell what to do."""

from collections.abc import Sequence

from architect.domain.text.patch.file_lines import COMPARED, LOOSEST, FileLines
from architect.domain.text.patch.hunk import Hunk
from architect.domain.text.resemblance import closest_line, numbered, spelt_out


def why_nowhere(hunk: Hunk, hunks: Sequence[Hunk], file: FileLines) -> str:
    """What is the matter with `hunk`, one of `hunks`, whose old lines do not stand in the file."""
    if not len(file):
        return f"hunk {hunk.number} does not fit: the file is empty"
    done = [one for one in hunks if _is_done(one, file)]
    if len(done) == len(hunks):
        return applied_already(hunk, file.starts(hunk.new, LOOSEST)[0])
    if hunk in done:
        rest = ", ".join(str(one.number) for one in hunks if one not in done)
        return (
            f"hunk {hunk.number} looks applied already: its new text is at line "
            f"{file.starts(hunk.new, LOOSEST)[0] + 1}. Give only what is still to be done, perhaps "
            f"the hunks {rest}"
        )
    compare = COMPARED[LOOSEST]
    lines, wanted = file.compared(LOOSEST), [*map(compare, hunk.old)]
    at = closest_line("\n".join(lines), wanted)
    if at is None:
        return (
            f"hunk {hunk.number} does not fit: nothing in the file resembles its old lines; read "
            "the file again"
        )
    return f"hunk {hunk.number} does not fit: {_first_mismatch(lines, at, wanted)}"


def applied_already(hunk: Hunk, start: int) -> str:
    """That the whole patch is, and the new text of `hunk` stands at the index `start`."""
    return (
        f"the patch looks applied already: the new text of hunk {hunk.number} is at line "
        f"{start + 1}. If you meant to take the change back, swap the '-' and '+' lines"
    )


def _is_done(hunk: Hunk, file: FileLines) -> bool:
    return bool(hunk.new) and bool(file.starts(hunk.new, LOOSEST))


def _first_mismatch(lines: Sequence[str], at: int, wanted: list[str]) -> str:
    found = lines[at : at + len(wanted)]
    pairs = enumerate(zip(found, wanted, strict=False))
    index = next((i for i, (actual, expected) in pairs if actual != expected), len(found) - 1)
    nearest = f"The nearest text:\n{numbered(found, at + 1, around=index)}"
    if found[index] == wanted[index]:
        return f"the file ends before it. {nearest}"
    actual, expected = spelt_out(found[index], wanted[index])
    return f"line {at + index + 1} is {actual}, the patch has {expected}. {nearest}"
