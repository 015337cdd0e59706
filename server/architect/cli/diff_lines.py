"""A diff as a person sees it."""

from collections.abc import Iterator

from architect.cli.printer import Style
from architect.domain.text.counted import counted
from architect.l10n import shown

MAX_DIFF_LINES = 60
MAX_CONTEXT_CHARS = 200
"""Of a line that stays as it is; a minified one would hide what changes beside it."""

DIFF_STYLES: tuple[Style, ...] = ("hunk", "added", "removed", "context")
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
            style = _STYLES.get(line[:1], "context") if in_hunk else "context"
            yield _brief(line) if in_hunk and style == "context" else line, style
    if len(lines) > limit:
        yield f"[... {shown(counted(len(lines) - limit, 'more line'))} ...]", "dim"


def _brief(line: str) -> str:
    more = len(line) - MAX_CONTEXT_CHARS
    return (
        line
        if more <= 0
        else f"{line[:MAX_CONTEXT_CHARS]} [... {shown(counted(more, 'character'))}]"
    )
