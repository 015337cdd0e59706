"""What a folder holds, as the listings of a workspace show it."""

import errno
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter
from pathlib import Path

from architect.adapters.files.anchored import open_listable_folder, parts_below
from architect.adapters.files.file_names import names_below, shown
from architect.adapters.files.in_thread import IsStopped, in_thread
from architect.domain.errors import FileMissingError, WorkspaceFault
from architect.domain.paths import Entry, Listing, WorkspacePath

_MOST_ENTRIES = 1_000_000
"""Of one folder; sorted listings need them all in memory."""


async def list_folder(root: Path, path: WorkspacePath, *, limit: int) -> Listing:
    """What lies directly in a folder, git's own folder left out.

    Raises:
        FileMissingError, PathRefusedError, WorkspaceFault.
    """
    parts = parts_below(root, path)

    def look(_is_stopped: IsStopped) -> Listing:
        with open_listable_folder(root, parts) as folder, os.scandir(folder) as scan:
            places = [
                (entry.name, entry.is_dir(follow_symlinks=False))
                for entry in islice(scan, _MOST_ENTRIES)
                if entry.name != ".git"
            ]
            is_cut = next(scan, None) is not None
        return _listing(path, places, limit=limit, is_cut=is_cut)

    try:
        return await in_thread(look)
    except OSError as error:
        raise _unlistable(path, error) from error


async def list_tree(root: Path, path: WorkspacePath, *, limit: int) -> Listing:
    """The files of a folder at any depth, and the folders they lie in, sorted by path.

    Raises:
        FileMissingError, PathRefusedError, WorkspaceFault.
    """
    parts_below(root, path)
    try:
        files = await names_below(path.real, root=root)
    except OSError as error:
        raise _unlistable(path, error) from error
    return await in_thread(
        lambda _is_stopped: _listing(
            path, _with_folders(files.names), limit=limit, is_cut=files.is_cut
        )
    )


def _listing(
    path: WorkspacePath, places: Iterable[tuple[str, bool]], *, limit: int, is_cut: bool
) -> Listing:
    """The places, each with whether it is a folder, in the order of their names."""
    prefix = "" if path.relative == "." else f"{path.relative}/"
    in_order = sorted(places, key=itemgetter(0))
    entries = tuple(
        Entry(prefix + shown(name), is_folder=is_folder) for name, is_folder in in_order[:limit]
    )
    return Listing(entries, truncated=is_cut or len(in_order) > limit)


def _with_folders(files: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """`files`, and every folder on the way to them once."""
    known = {""}
    for name in files:
        missing: list[str] = []
        folder = name.rpartition("/")[0]
        while folder not in known:
            known.add(folder)
            missing.append(folder)
            folder = folder.rpartition("/")[0]
        yield from ((folder, True) for folder in reversed(missing))
        yield name, False


def _unlistable(path: WorkspacePath, error: OSError) -> WorkspaceFault:
    match error:
        case FileNotFoundError():
            return FileMissingError(f"there is no folder {path.relative!r}")
        case NotADirectoryError():
            return WorkspaceFault(f"{path.relative!r} is not a folder; read it instead")
        case OSError(errno=errno.ELOOP):
            return WorkspaceFault(
                f"{path.relative!r} has become a link, or a folder on the way has"
            )
        case _:
            return WorkspaceFault(f"{path.relative!r} cannot be listed: {error.strerror}")
