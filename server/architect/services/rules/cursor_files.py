"""The rules of Cursor that a workspace has."""

from collections.abc import Iterable, Sequence

from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.paths import Access
from architect.frozen import frozen
from architect.ports.workspace import Workspace
from architect.services.rules.cursor import FOLDER, SUFFIX, CursorRule, cursor_rule
from architect.services.rules.reading import MAX_CHARS, Hides
from architect.services.text_start import text_start

MAX_FILES = 50
_MOST_ENTRIES = 200


@frozen
class CursorFile:
    """A rule and the path of its file; `is_cut` if that is longer than all rules may be."""

    path: str
    rule: CursorRule
    is_cut: bool = False


async def cursor_files(
    workspace: Workspace, hides: Hides, *, of: str = ""
) -> tuple[CursorFile, ...]:
    """The rules in the folder `of` itself, at most `MAX_FILES`, by path.

    The folder is named from the root, which is meant by nothing. `hides` names files that are none.
    """
    found: list[CursorFile] = []
    for path in await _files(workspace, f"{of}/{FOLDER}" if of else FOLDER):
        try:
            place = workspace.locate(path, Access.READ)
            if hides(place):
                continue
            start = await text_start(workspace, place, most_chars=MAX_CHARS)
        except (PathRefusedError, PortFault):
            continue
        found.append(CursorFile(path, cursor_rule(start.text), start.is_cut))
        if len(found) >= MAX_FILES:
            break
    return tuple(found)


async def _files(workspace: Workspace, folder: str) -> Sequence[str]:
    """The rules in a folder and in those right below it."""
    entries = await _entries(workspace, folder)
    inner = [name for name, is_folder in entries if is_folder][:MAX_FILES]
    below = [entry for name in inner for entry in await _entries(workspace, name)]
    return sorted(_rules([*entries, *below]))


def _rules(entries: Iterable[tuple[str, bool]]) -> Iterable[str]:
    return (name for name, is_folder in entries if not is_folder and name.endswith(SUFFIX))


async def _entries(workspace: Workspace, folder: str) -> Sequence[tuple[str, bool]]:
    try:
        place = workspace.locate(folder, Access.READ)
        listing = await workspace.list(place, recursive=False, limit=_MOST_ENTRIES)
    except (PathRefusedError, PortFault):
        return ()
    return [(entry.relative, entry.is_folder) for entry in listing.entries]
