"""The listing of a folder together with files that are only in memory."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath

from architect.domain.paths import Entry, Listing, WorkspacePath


def merged_listing(
    listing: Listing,
    folder: WorkspacePath,
    *,
    added: Iterable[str],
    removed: Collection[str] = (),
    recursive: bool,
    limit: int,
) -> Listing:
    """`listing` of `folder` with the files `added` and without those `removed`.

    Both are paths below `folder` with forward slashes; the folders that added files lie in come
    with them, and in a recursive listing, as git has no empty folders, the last file of a folder
    takes it along.
    """
    prefix = "" if folder.relative == "." else f"{folder.relative}/"
    gone = {prefix + name for name in removed}
    entries = {entry.relative: entry for entry in listing.entries if entry.relative not in gone}
    for name in added:
        for place in _places(name, recursive=recursive):
            entries.setdefault(prefix + place, Entry(prefix + place, is_folder=place != name))
    if recursive:
        for emptied in _emptied(gone, entries.values()):
            entries.pop(emptied, None)
    names = sorted(entries)
    return Listing(
        tuple(entries[name] for name in names[:limit]),
        truncated=listing.truncated or len(names) > limit,
    )


def _places(name: str, *, recursive: bool) -> Iterator[str]:
    """The entries that a file below a folder adds to its listing."""
    if not recursive:
        yield name.partition("/")[0]
        return
    yield from _folders_of(name)
    yield name


def _folders_of(name: str) -> list[str]:
    return [str(parent) for parent in PurePosixPath(name).parents if str(parent) != "."]


def _emptied(gone: Iterable[str], entries: Iterable[Entry]) -> set[str]:
    left = {folder for name in gone for folder in _folders_of(name)}
    if left:
        for entry in entries:
            if not entry.is_folder:
                left.difference_update(_folders_of(entry.relative))
    return left
