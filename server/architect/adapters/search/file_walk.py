"""The files below a folder in the order of their paths, without what git ignores."""

import os
from collections.abc import Callable, Collection, Iterator

from architect.adapters.search.ignore_scope import IgnoreScope, scope_of

_Entries = Iterator[os.DirEntry[bytes]]


def files_in_order(
    folder: bytes,
    *,
    left_out: Collection[bytes],
    recursive: bool,
    on_unreadable: Callable[[bytes], object],
) -> Iterator[bytes]:
    """The absolute paths of regular files, sorted by their parts; links are not followed.

    `left_out` are names of files and folders that are passed over.
    """
    scope, _ = scope_of(folder)
    waiting = [(scope, _entries(folder, on_unreadable))]
    while waiting:
        scope, entries = waiting[-1]
        entry = next(entries, None)
        if entry is None:
            waiting.pop()
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name in left_out or scope.ignores(entry.path, is_folder=is_folder):
            continue
        if not is_folder:
            if entry.is_file(follow_symlinks=False):
                yield entry.path
        elif recursive:
            waiting.append(_inside(scope, entry.path, on_unreadable))


def _inside(
    scope: IgnoreScope, folder: bytes, on_unreadable: Callable[[bytes], object]
) -> tuple[IgnoreScope, _Entries]:
    return scope.entering(folder), _entries(folder, on_unreadable)


def _entries(folder: bytes, on_unreadable: Callable[[bytes], object]) -> _Entries:
    try:
        with os.scandir(folder) as found:
            return iter(sorted(found, key=lambda entry: entry.name))
    except OSError:
        on_unreadable(folder)
        return iter(())
