"""Which files a command takes away that only undo can bring back.

What git ignores nobody has a copy of; if builds make it, the next build makes it again.
"""

import os
import stat
import time
from collections.abc import Iterator, Set
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from architect.adapters.changes.git_state import GitState
from architect.adapters.changes.known_files import KnownFiles, is_blob_of
from architect.adapters.files.project_folder import NAME
from architect.domain.files.built_files import is_built
from architect.domain.losses import Found, Losses
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_LONGEST_LOOK_S = 1.0
"""Somebody waits for the question, or for the command."""

_MOST_PLACES = 5_000

_REWRITTEN = (".log", ".out", ".tmp", ".pid", ".lock", ".coverage")
"""What ends so is written anew with each command that writes it."""

_SPLITS = lazy_pattern(r"[\s'\"\\]")
_OTHERWISE = lazy_pattern(r"\[.*|\\|\*+")


class Gone(Exception):
    """Nobody would bring something back; the text says what, and why."""


class LostFiles:
    """What `losses` takes away below `root`, of which `git` may know, until it takes too long."""

    def __init__(self, root: Path, git: GitState | None) -> None:
        self._root = root
        self._git = git
        self._end_s = time.monotonic() + _LONGEST_LOOK_S

    def deleted(self, losses: Losses) -> set[str]:
        """The files to be brought back of what is deleted by its name.

        Raises:
            Gone: something is no file that undo could know of, and is not built again either.
        """
        places = {self._allowed(place) for place in sorted(self._places(losses))}
        if not places:
            return set()
        if self._git is None:
            return {name for place in places for name in self._below(place)}
        counted = {one for one in self._git.not_ignored(places) if is_within(one, places)}
        for place in sorted(places):
            for name in () if is_built(place) else self._below(place):
                if name not in counted and not is_built(name):
                    raise Gone(english("{name}, which git ignores or has nothing of", name=name))
        return counted

    def replaced(self, losses: Losses, known: KnownFiles) -> set[str]:
        """The files to be brought back of what gets another content, as far as git has no copy.

        Raises:
            Gone: of one nobody has a copy, and nobody makes it again.
        """
        names = {self._relative(path) for path in losses.replaced}
        there = {name for name in names if self._has_something(name)}
        counted = there if self._git is None else there & self._git.not_ignored(there)
        for name in sorted(there - counted):
            raise Gone(english("{name}, which git ignores or has nothing of", name=name))
        return {name for name in counted if name not in known.blobs}

    def _has_something(self, name: str) -> bool:
        """Whether there is a file to lose that is not made again and again."""
        if is_built(name) or name.endswith(_REWRITTEN):
            return False
        try:
            found = os.lstat(self._root / name)
        except OSError:
            return False
        return stat.S_ISREG(found.st_mode) and found.st_size > 0

    def discarded(self, losses: Losses, known: KnownFiles) -> set[str]:
        """The files to be brought back of what git overwrites and deletes, `known` being all.

        Raises:
            Gone: git would lose more than what files hold.
        """
        if not (losses.changed or losses.untracked):
            return set()
        if self._git is None or not os.path.lexists(self._root / ".git"):
            raise Gone(english("what git discards outside the workspace"))
        if self._git.is_under_way():
            raise Gone(english("the merge or rebase that is under way"))
        tracked, staged = self._git.tracked(), self._git.staged()
        if tracked is None or staged is None:
            raise Gone(english("what git does not tell of"))
        within = {self._relative(path) for path in losses.within} or {""}
        here = {name for name in (*known.stamps, *staged) if is_within(name, within)}
        found = here - tracked if losses.untracked else set[str]()
        if losses.changed:
            for name in here & staged.keys():
                self._check_staged(name, staged[name], known, is_tracked=name in tracked)
            found |= {one for one in here & tracked if one in staged or one not in known.blobs}
            found |= here & (staged.keys() - tracked)
        return found

    def _check_staged(
        self, name: str, blob: str | None, known: KnownFiles, *, is_tracked: bool
    ) -> None:
        """Whether the file holds what the index does, which undo does not know of.

        Raises:
            Gone: it holds something else.
        """
        if is_tracked and (blob is None or not is_blob_of(known, name, blob)):
            raise Gone(english("what is staged of {name}", name=name))

    def _places(self, losses: Losses) -> set[str]:
        """The files and folders that are there and deleted, by their paths below the root.

        Raises:
            Gone: there are too many, or some are elsewhere.
        """
        found = {
            *(place for path in losses.at for place in self._expanded(self._relative(path))),
            *(place for one in losses.found for place in self._found(one)),
        }
        if len(found) > _MOST_PLACES:
            raise Gone(english("so many files"))
        return found

    def _relative(self, path: str) -> str:
        if path == str(self._root):
            return ""
        if not path.startswith(f"{self._root}/"):
            raise Gone(english("{path}, which is outside the workspace", path=path))
        return path.removeprefix(f"{self._root}/")

    def _expanded(self, pattern: str) -> Iterator[str]:
        if os.path.lexists(self._root / pattern):
            yield pattern
        if set(pattern) & set("*?["):
            found = self._root.glob("/".join(map(_wide, pattern.split("/"))))
            yield from (str(one.relative_to(self._root)) for one in islice(found, _MOST_PLACES + 1))

    def _found(self, found: Found) -> Iterator[str]:
        """What `find` finds; what is in there is not looked through."""
        top, name = self._relative(found.below), _wide(found.name)
        for folder, inner, files in self._walked(top):
            for one in (*inner, *files):
                if fnmatchcase(one, name):
                    yield self._whole(os.path.normpath(f"{folder}/{one}"), found)
            inner[:] = (one for one in inner if not fnmatchcase(one, name))

    def _whole(self, place: str, found: Found) -> str:
        """`place`, unless it would be taken for several.

        Raises:
            Gone: it would.
        """
        if found.split and _SPLITS.search(f"{found.below}/{place}"):
            raise Gone(english("what {place!r} is taken for", place=place))
        return place

    def _below(self, place: str) -> Iterator[str]:
        """The files and links at and below `place`."""
        path = self._root / place
        if path.is_symlink() or not path.is_dir():
            yield place
            return
        for folder, inner, files in self._walked(place):
            links = (one for one in inner if (self._root / folder / one).is_symlink())
            for one in (*files, *links):
                yield f"{folder}/{one}"

    def _walked(self, top: str) -> Iterator[tuple[str, list[str], list[str]]]:
        """As `os.walk`, with folders relative to the root.

        Raises:
            Gone: it takes too long.
        """
        for folder, inner, files in os.walk(self._root / top):
            if time.monotonic() > self._end_s:
                raise Gone(english("so many files"))
            if Path(folder) == self._root:
                inner[:] = (one for one in inner if one != NAME)  # which no command sees
            yield os.path.relpath(folder, self._root), inner, files

    def _allowed(self, place: str) -> str:
        """`place`, if it lies where undo and git see it.

        Raises:
            Gone: it does not.
        """
        parts = place.split("/")
        if place in ("", ".") or ".git" in parts or parts[0] == NAME:
            raise Gone(english("the workspace itself") if place in ("", ".") else place)
        parent = f"{self._root}/{place}".rpartition("/")[0]
        if os.path.realpath(parent) != parent:
            raise Gone(english("{place}, which is behind a link", place=place))
        return place


def is_within(name: str, places: Set[str]) -> bool:
    """Whether `name` is one of `places` or below one; "" is above all."""
    while name and name not in places:
        name = name.rpartition("/")[0]
    return name in places


def _wide(pattern: str) -> str:
    """`pattern`, or what fits even more: brackets and backslashes mean more in bash than here."""
    return _OTHERWISE.sub("*", pattern)
