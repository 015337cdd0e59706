"""What a folder holds, as the listings of a workspace show it."""

import errno
import os
from collections.abc import Collection, Iterable
from itertools import islice
from pathlib import Path

from architect.adapters.files.anchored import open_listable_folder, parts_below
from architect.adapters.files.file_names import names_below, shown
from architect.adapters.files.in_thread import IsStopped, in_thread
from architect.adapters.files.sliced_sort import sort_in_slices
from architect.adapters.files.tree_walk import names_in
from architect.domain.errors import FileMissingError, WorkspaceFault
from architect.domain.paths import Entry, Listing, WorkspacePath
from architect.l10n import english

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
            names, folders = names_in(islice(scan, _MOST_ENTRIES))
            is_cut = next(scan, None) is not None
        if ".git" in names:
            names.remove(".git")
        return _listing(path, names, folders, limit=limit, is_cut=is_cut)

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

    def sort(_is_stopped: IsStopped) -> Listing:
        folders = _folders_of(files.names)
        names = [*files.names, *folders]
        return _listing(path, names, folders, limit=limit, is_cut=files.is_cut)

    return await in_thread(sort)


def _listing(
    path: WorkspacePath, names: list[str], folders: Collection[str], *, limit: int, is_cut: bool
) -> Listing:
    """The names in their order; `names` is sorted, and `folders` are those among them."""
    prefix = "" if path.relative == "." else f"{path.relative}/"
    sort_in_slices(names)
    entries = tuple(
        Entry(prefix + shown(name), is_folder=name in folders) for name in islice(names, limit)
    )
    return Listing(entries, truncated=is_cut or len(names) > limit)


def _folders_of(files: Iterable[str]) -> set[str]:
    """Every folder on the way to one of `files`."""
    folders = {""}
    for name in files:
        folder = name.rpartition("/")[0]
        while folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders - {""}


def _unlistable(path: WorkspacePath, error: OSError) -> WorkspaceFault:
    match error:
        case FileNotFoundError():
            return FileMissingError(english("there is no folder {path!r}", path=path.relative))
        case NotADirectoryError():
            return WorkspaceFault(
                english("{path!r} is not a folder; read it instead", path=path.relative)
            )
        case OSError(errno=errno.ELOOP):
            return WorkspaceFault(
                english(
                    "{path!r} has become a link, or a folder on the way has", path=path.relative
                )
            )
        case _:
            return WorkspaceFault(
                english(
                    "{path!r} cannot be listed: {reason}", path=path.relative, reason=error.strerror
                )
            )
