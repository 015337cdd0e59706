"""Which files of a workspace may have changed since one looked last."""

import os
import time
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

from architect.adapters.changes.folder_watch import FolderWatch
from architect.adapters.changes.git_state import GitListing, GitState
from architect.adapters.files.anchored import open_listable_folder
from architect.adapters.files.file_filters import EXCLUDED_FOLDERS, IGNORE_FILE, not_ignored
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.tree_walk import walk
from architect.domain.errors import WorkspaceFault
from architect.frozen import frozen
from architect.l10n import english

_MOST_FILES = 100_000
"""Of a workspace; looking at all of them once takes a second."""

_LONGEST_WALK_S = 2.0
"""Where there is no git, as in a home directory."""

_TOO_LARGE = english("the workspace has too many files to see what commands change")

_OWN = (".git", NAME)


@frozen
class Suspects:
    """Files that may have changed, been made or gone.

    Of those that nobody knew, the ones that are `unsure` may have been there before.
    """

    names: frozenset[str]
    unsure: frozenset[str]


class WatchedTree:
    """The files below `root` without what git ignores, if `git` is there to be asked.

    Where the kernel tells what is touched, only that is looked at, else all files are.
    """

    def __init__(self, root: Path, git: GitState | None) -> None:
        self._root = root
        self._git = git
        self._watch: FolderWatch | None = None

    def begin(self) -> GitListing:
        """All files as they are; what happens from here on is noticed if it can be.

        Raises:
            WorkspaceFault: there are too many to look at.
        """
        self.close()
        listing = (self._git and self._git.listing()) or self._listed_by_us()
        if len(listing.names) > _MOST_FILES:
            raise WorkspaceFault(_TOO_LARGE)
        try:
            self._watch = FolderWatch(str(self._root))
            self._watch.add(_prefixes_of(listing.names))
            self._watch_below(listing.folders)
        except OSError:
            self.close()
        return listing

    def suspects(self, known: Set[str]) -> Suspects | None:
        """Where something may have happened since this was asked last; None if anywhere.

        `known` are the files that were there.
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
        unknown = suspects - known
        if not any(name in known and is_ignore_file(name) for name in suspects):
            below = tuple(f"{name}/" for name in touched.made)
            unknown = {one for one in unknown - touched.made if not one.startswith(below)}
        return Suspects(frozenset(suspects), frozenset(unknown))

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
        self._watch = None

    def _not_ignored(self, places: Set[str]) -> set[str]:
        """The files at and below `places` that count."""
        asked = self._git.not_ignored(places) if self._git else self._listed_by_us().names
        below = tuple(f"{place}/" for place in places)
        return {name for name in asked if name in places or name.startswith(below)}

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
            self._watch.add(self._folders_below(prefixes))

    def _folders_below(self, prefixes: Iterable[str]) -> Iterator[str]:
        for prefix in prefixes:
            for folder, inner, _ in os.walk(f"{self._root}/{prefix}".rstrip("/")):
                yield f"{folder}/".removeprefix(f"{self._root}/")
                inner[:] = (name for name in inner if name not in EXCLUDED_FOLDERS)

    def _is_there(self, name: str) -> bool:
        return os.path.lexists(f"{self._root}/{name}")

    def _listed_by_us(self) -> GitListing:
        """The files as no git tells of them, without folders that are not the user's own.

        Raises:
            WorkspaceFault: there are too many to look at.
        """
        end_s = time.monotonic() + _LONGEST_WALK_S
        with open_listable_folder(self._root, ()) as top:
            found = walk(top, not_ignored(self._root, ()), lambda: time.monotonic() > end_s)
        if found.is_cut:
            raise WorkspaceFault(_TOO_LARGE)
        return GitListing({}, frozenset(found.files), ("",), 0)


def is_ignore_file(name: str) -> bool:
    """Whether files can come to light that were there, because this one was changed."""
    return name.rpartition("/")[2] == IGNORE_FILE


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
