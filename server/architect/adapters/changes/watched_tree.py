"""Which files of a workspace may have changed since one looked last."""

import os
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from pathlib import Path

from architect.adapters.changes.folder_watch import FolderWatch
from architect.adapters.changes.git_state import GitListing, GitState
from architect.adapters.files.anchored import open_listable_folder
from architect.adapters.files.file_filters import EXCLUDED_FOLDERS, not_ignored
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.tree_walk import walk

_MOST_FOLDERS = 10_000
"""That are watched for one run; a user has 8,192 on small machines, 65,536 and more on others."""

_OWN = (".git", NAME)


class WatchedTree:
    """The files below `root` without what git ignores, if `git` is there to be asked.

    Where the kernel tells what is touched, only that is looked at, else all files are.
    """

    def __init__(self, root: Path, git: GitState | None) -> None:
        self._root = root
        self._git = git
        self._watch: FolderWatch | None = None

    def begin(self) -> GitListing:
        """All files as they are; what happens from here on is noticed if it can be."""
        self.close()
        listing = (self._git and self._git.listing()) or self._listed_by_us()
        try:
            self._watch = FolderWatch(str(self._root))
            self._watch.add(_prefixes_of(listing.names))
            self._watch_below(listing.folders)
        except OSError:
            self.close()
        return listing

    def suspects(self, known: Set[str]) -> set[str] | None:
        """The files that may have changed, been made or gone; None if all may have.

        `known` are those that were there.
        """
        touched = self._watch.touched() if self._watch else None
        if touched is None:
            return None
        files = {name for name in touched.files if not _is_own(name)}
        folders = {name for name in touched.folders if not _is_own(name)}
        suspects = files & known
        if prefixes := tuple(f"{folder}/" for folder in folders):
            suspects |= {name for name in known if name.startswith(prefixes)}
        new = {name for name in (files | folders) - known if self._is_there(name)}
        if new:
            suspects |= self._not_ignored(new)
            self._watch_new(folders & new, suspects)
        return suspects

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
        self._watch = None

    def _not_ignored(self, places: Set[str]) -> set[str]:
        if self._git is not None:
            return self._git.not_ignored(places)
        return set(self._listed_by_us().names)

    def _watch_new(self, folders: Set[str], files: Set[str]) -> None:
        if not folders or self._watch is None:
            return
        try:
            self._watch.add(_prefixes_of(files))
            new = folders if self._git is None else self._git.untracked_folders(folders)
            self._watch_below(f"{folder.rstrip('/')}/" for folder in new)
        except OSError:
            self.close()

    def _watch_below(self, prefixes: Iterable[str]) -> None:
        """Watch folders that have no files yet, or only new ones.

        Raises:
            OSError: there are too many.
        """
        if self._watch is not None:
            self._watch.add(islice(self._folders_below(prefixes), _MOST_FOLDERS))

    def _folders_below(self, prefixes: Iterable[str]) -> Iterator[str]:
        for prefix in prefixes:
            top = f"{self._root}/{prefix}"
            for folder, inner, _ in os.walk(top):
                yield f"{prefix}{os.path.relpath(folder, top)}/".replace("/./", "/")
                inner[:] = (name for name in inner if name not in EXCLUDED_FOLDERS)

    def _is_there(self, name: str) -> bool:
        return os.path.lexists(f"{self._root}/{name}")

    def _listed_by_us(self) -> GitListing:
        """The files as no git tells of them, without folders that are not the user's own."""
        with open_listable_folder(self._root, ()) as top:
            found = walk(top, not_ignored(self._root, ()), lambda: False)
        return GitListing({}, frozenset(found.files), ("",), 0)


def _is_own(name: str) -> bool:
    first = name.partition("/")[0]
    return first in _OWN or "/.git/" in name or name.endswith("/.git")


def _prefixes_of(names: Iterable[str]) -> Iterable[str]:
    """Every folder on the way to one of `names`, as prefixes of their paths."""
    prefixes = {""}
    for name in names:
        folder = name.rpartition("/")[0]
        while folder and (prefix := f"{folder}/") not in prefixes:
            prefixes.add(prefix)
            folder = folder.rpartition("/")[0]
    return prefixes
