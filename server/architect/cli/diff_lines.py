"""A diff as a person sees it."""

from collections.abc import Iterator

from architect.cli.printer import Style
from architect.domain.text.counted import counted

MAX_DIFF_LINES = 60
_STYLES: dict[str, Style] = {"+": "added", "-": "removed"}


def diff_lines(text: str, *, limit: int = MAX_DIFF_LINES) -> Iterator[tuple[str, Style]]:
    """The first `limit` lines of `text` with their styles, and how many more there are.

    Nothing is taken for added or removed before the first hunk: not the names of the files, and
    nothing of a text that is no diff.
    """
    lines = text.rstrip("\n").split("\n")
    in_hunk = False
    for line in lines[:limit]:
        if line.startswith("@@"):
            in_hunk = True
            yield line, "hunk"
        else:
            yield line, _STYLES.get(line[:1], "plain") if in_hunk else "plain"
    if len(lines) > limit:
        yield f"[... {counted(len(lines) - limit, 'more line')} ...]", "dim"
