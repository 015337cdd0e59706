"""What a folder holds, as the listings of a workspace show it."""

import asyncio
import os
import stat
from collections.abc import Iterable

from architect.adapters.files.file_names import MOST_FILES, files_below, shown
from architect.domain.errors import FileMissingError, WorkspaceFault
from architect.domain.paths import Entry, Listing, WorkspacePath


def list_folder(path: WorkspacePath, *, limit: int) -> Listing:
    """What lies directly in a folder, git's own folder left out.

    Raises:
        FileMissingError, WorkspaceFault.
    """
    try:
        names = {entry.name for entry in os.scandir(path.real)} - {".git"}
    except OSError as error:
        raise _unlistable(path, error) from error
    return _listing(path, names, limit=limit)


async def list_tree(path: WorkspacePath, *, limit: int) -> Listing:
    """The files of a folder at any depth, and the folders they lie in, sorted by path.

    Raises:
        FileMissingError, WorkspaceFault.
    """
    try:
        os.scandir(path.real).close()
    except OSError as error:
        raise _unlistable(path, error) from error
    files = await files_below(path.real)
    return await asyncio.to_thread(
        lambda: _listing(path, _with_folders(files), limit=limit, is_cut=len(files) >= MOST_FILES)
    )


def _listing(
    path: WorkspacePath, names: Iterable[str], *, limit: int, is_cut: bool = False
) -> Listing:
    prefix = "" if path.relative == "." else f"{path.relative}/"
    entries: list[Entry] = []
    for name in sorted(names):
        try:
            mode = os.lstat(f"{path.real}/{name}").st_mode
        except OSError:
            continue
        if len(entries) == limit:
            return Listing(tuple(entries), truncated=True)
        entries.append(Entry(prefix + shown(name), is_folder=stat.S_ISDIR(mode)))
    return Listing(tuple(entries), truncated=is_cut)


def _with_folders(files: Iterable[str]) -> set[str]:
    """`files` and every folder on the way to them."""
    places = set(files)
    for name in tuple(places):
        parent = name.rpartition("/")[0]
        while parent and parent not in places:
            places.add(parent)
            parent = parent.rpartition("/")[0]
    return places


def _unlistable(path: WorkspacePath, error: OSError) -> WorkspaceFault:
    match error:
        case FileNotFoundError():
            return FileMissingError(f"there is no folder {path.relative!r}")
        case NotADirectoryError():
            return WorkspaceFault(f"{path.relative!r} is not a folder; read it instead")
        case _:
            return WorkspaceFault(f"{path.relative!r} cannot be listed: {error.strerror}")
