"""The start of a file, at a cost that does not depend on how long it is."""

from architect.domain.paths import WorkspacePath
from architect.domain.text.line_page import MOST_CHARACTERS
from architect.frozen import frozen
from architect.ports.workspace import Workspace

_MOST_LINES = 100_000


@frozen
class TextStart:
    """Lines of a file from line `first` on; `is_cut` says that there is more of those wanted."""

    text: str
    first: int
    is_cut: bool

    @property
    def last(self) -> int:
        return self.first + self.text.count("\n")


async def text_start(
    workspace: Workspace, path: WorkspacePath, *, most_chars: int, first: int = 1, last: int = 0
) -> TextStart:
    """Lines `first` to `last` (0: the last there is) of a file, as far as they are `most_chars`.

    Raises:
        FileMissingError, NotAFileError, NotTextError, WorkspaceFault.
    """
    wanted = last - first + 1 if last else _MOST_LINES
    page = await workspace.read_lines(
        path, first=first, count=min(wanted, _MOST_LINES), counted=MOST_CHARACTERS
    )
    text = "\n".join(line.text for line in page.lines)
    behind = first + len(page.lines) - 1
    is_whole = page.total is not None and behind >= page.total
    is_cut = (
        any(line.hidden for line in page.lines)
        or len(text) > most_chars
        or not (is_whole or (last and behind >= last))
    )
    return TextStart(text[:most_chars], first, is_cut)
