"""What to say about a path that does not exist."""

import asyncio
from pathlib import PurePosixPath

from architect.config.nearest import nearest
from architect.domain.errors import FileMissingError, PortFault, ToolFault
from architect.domain.paths import Access, WorkspacePath
from architect.ports.workspace import Workspace

_MOST_ENTRIES = 20_000
_MOST_HINTS = 3


async def missing_path(
    workspace: Workspace, path: WorkspacePath, error: FileMissingError
) -> ToolFault:
    """`error` with the names that the model may have meant, if there are any."""
    names = await similar_paths(workspace, path)
    hint = ", did you mean " + " or ".join(repr(name) for name in names) + "?" if names else ""
    return ToolFault(f"{error}{hint}")


async def similar_paths(workspace: Workspace, path: WorkspacePath) -> list[str]:
    """The paths that somebody may have meant who named one that is not there."""
    return await _similar_siblings(workspace, path) or await _same_name_elsewhere(workspace, path)


async def _similar_siblings(workspace: Workspace, path: WorkspacePath) -> list[str]:
    parent = PurePosixPath(path.relative).parent
    siblings = await _paths(workspace, str(parent), recursive=False)
    return await asyncio.to_thread(_most_similar, path.name, siblings)


def _most_similar(name: str, paths: list[str]) -> list[str]:
    by_name = {path.rpartition("/")[2]: path for path in paths}
    match = nearest(name, by_name)
    return [by_name[match]] if match else []


async def _same_name_elsewhere(workspace: Workspace, path: WorkspacePath) -> list[str]:
    paths = await _paths(workspace, ".", recursive=True)
    wanted = path.name.lower()
    return [place for place in paths if place.rpartition("/")[2].lower() == wanted][:_MOST_HINTS]


async def _paths(workspace: Workspace, folder: str, *, recursive: bool) -> list[str]:
    """The entries of a folder; none if it cannot be listed, for then there is only no hint."""
    try:
        place = workspace.locate(f"./{folder}", Access.READ)
        listing = await workspace.list(place, recursive=recursive, limit=_MOST_ENTRIES)
    except (PortFault, ToolFault):
        return []
    return [entry.relative for entry in listing.entries]
