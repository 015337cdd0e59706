"""Lines of a file that the header of a hunk names: it belongs below them."""

from bisect import bisect_left
from collections.abc import Sequence

from architect.domain.text.patch.file_lines import LOOSEST, FileLines
from architect.domain.text.patch.hunk import Hunk
from architect.lazy_pattern import lazy_pattern

_LOOKED_BACK = 5_000
"""Lines above a hunk; a heading further up does not decide anything."""

_DEFINITION = lazy_pattern(
    r"\s*(?:def|class|async|function|fn|func|sub|public|private|protected|internal|static|export"
    r"|abstract|interface|struct|impl|enum|trait|type|module|namespace|pub|describe|it|test)\b"
)
"""What begins another part of a program, where the one above it ends."""


def agrees(heading: str, start: int, file: FileLines) -> bool:
    """Whether the line `heading` stands above the index `start`, in whose part that is."""
    places = file.beginning_with(heading)
    index = bisect_left(places, start) - 1
    if index < 0 or start - places[index] > _LOOKED_BACK:
        return False
    head = places[index]
    return not _begins_another(file.lines[head + 1 : start], _indent(file.lines[head]))


def below_anchors(hunk: Hunk, starts: Sequence[int], file: FileLines) -> list[int]:
    """Those of `starts` that are the first one below the anchors of `hunk`, in the same part."""
    found: set[int] = set()
    for anchor in last_anchors(hunk.anchors, file):
        index = bisect_left(starts, anchor if _repeats(hunk, file.lines[anchor]) else anchor + 1)
        if index < len(starts) and _is_in_part(file, anchor, starts[index]):
            found.add(starts[index])
    return sorted(found)


def last_anchors(anchors: Sequence[str], file: FileLines) -> list[int]:
    """Every place of the last anchor that is the first one below those before it."""
    places = _places(anchors[0], file)
    for anchor in anchors[1:]:
        inner = _places(anchor, file)
        below = (bisect_left(inner, place + 1) for place in places)
        places = sorted({inner[index] for index in below if index < len(inner)})
    return places


def why_not_there(hunk: Hunk, file: FileLines) -> str | None:
    """Why the old lines of a hunk do not stand where its header lets it go; None if that is all
    the same to it.
    """
    missing = next((anchor for anchor in hunk.anchors if not _places(anchor, file)), None)
    if missing is not None:
        return (
            f"hunk {hunk.number} does not fit: no line of the file is {missing[:80]!r}, as its "
            "header says"
        )
    starts = file.starts(hunk.old, LOOSEST) if hunk.anchors or hunk.at_end else ()
    if not starts:
        return None
    if hunk.anchors:
        return (
            f"hunk {hunk.number} does not fit below {hunk.anchors[-1].strip()[:80]!r}: its lines "
            f"stand at line {starts[0] + 1}; correct its '@@' line"
        )
    return f"hunk {hunk.number} does not stand at the end of the file: leave '*** End of File' out"


def _places(anchor: str, file: FileLines) -> list[int]:
    """The lines that are `anchor`; else but for their indentation; else those that begin so."""
    exact, bare = anchor.rstrip(), anchor.strip()
    stripped = [line.rstrip() for line in file.lines]
    return (
        [i for i, line in enumerate(stripped) if line == exact]
        or [i for i, line in enumerate(stripped) if line.lstrip() == bare]
        or [i for i, line in enumerate(stripped) if line.lstrip().startswith(bare)]
    )


def _repeats(hunk: Hunk, line: str) -> bool:
    """Whether the hunk begins with its anchor."""
    return bool(hunk.old) and hunk.old[0].strip() == line.strip()


def _is_in_part(file: FileLines, anchor: int, start: int) -> bool:
    """Whether no other part of the program begins between the anchor and `start`."""
    head = file.lines[anchor]
    if not _DEFINITION.match(head):
        return True
    return not _begins_another(file.lines[anchor + 1 : start], _indent(head))


def _begins_another(lines: Sequence[str], indent: int) -> bool:
    """Whether a part of a program begins in `lines` that is none of one at `indent`."""
    return any(_DEFINITION.match(line) and _indent(line) <= indent for line in lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
