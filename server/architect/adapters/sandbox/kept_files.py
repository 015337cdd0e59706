"""Files that other programs execute, while a command runs that may change everything else.

A formatter that writes all files, or git on its way to another commit, must not fail at them. So a
folder of such files is there as a copy, and what becomes of the copy is looked at when the command
has ended: what is the user's own goes into the workspace, all else is put aside. Single files and,
where whole folders are to go, folders are changed in place and put back: to mount something over
them would keep git from replacing them.
"""

import contextlib
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from architect.adapters.sandbox.aside import aside, folder_of_copies, move_aside, shown
from architect.adapters.sandbox.file_snapshot import (
    Kept,
    TooLargeError,
    copied,
    kept,
    put,
    snapshot,
)
from architect.adapters.sandbox.user_content import UserContent
from architect.frozen import frozen


@frozen
class _Place:
    """A path below the root, what it held, and where the command finds it."""

    path: Path
    before: dict[str, Kept]
    copy: Path


class KeptFiles:
    """What of `paths`, which are there, can be kept; the rest has to be read-only instead."""

    def __init__(
        self, root: Path, paths: Iterable[Path], content: UserContent, *, in_place: bool
    ) -> None:
        """With `in_place` the command is there to delete files, and may."""
        self._root = root
        self._content = content
        self._in_place = in_place
        self._places: list[_Place] = []
        self._folder: Path | None = None
        for path in paths:
            self._keep(path)

    @property
    def looked_after(self) -> frozenset[Path]:
        """Those that need no other protection."""
        return frozenset(one.path for one in self._places)

    @property
    def copies(self) -> Iterator[tuple[Path, Path]]:
        """Each copy of a folder, and the folder that it stands for."""
        return ((one.copy, one.path) for one in self._places if one.copy != one.path)

    def settle(self) -> list[str]:
        """Take over what is the user's and put back the rest; a sentence for each of these."""
        try:
            return [told for place in self._places for told in self._settled(place)]
        finally:
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)

    def _keep(self, path: Path) -> None:
        try:
            before = snapshot(path)
        except TooLargeError:
            return
        top = shown(self._root, path)
        self._content.saw({f"{top}/{name}" if name else top: one for name, one in before.items()})
        copy = path
        if path.is_dir() and not self._in_place:
            copy = self._copy_place()
            copied(before, copy)
        if path.is_dir() or before:
            self._places.append(_Place(path, before, copy))

    def _copy_place(self) -> Path:
        if self._folder is None:
            self._folder = folder_of_copies(self._root)
        return self._folder / str(len(self._places))

    def _settled(self, place: _Place) -> Iterator[str]:
        try:
            after = snapshot(place.copy)
        except TooLargeError:
            yield self._too_large(place)
            return
        for name in sorted(place.before.keys() | after.keys()):
            old, new = place.before.get(name), after.get(name)
            if old == new or (old is not None and old.is_like(new)):
                continue
            path = place.path / name
            try:
                yield from self._decided(path, old, new, copied=place.copy != place.path)
            except OSError as error:
                yield f"{shown(self._root, path)!r} could not be put back ({error.strerror})"

    def _too_large(self, place: _Place) -> str:
        """All as it was, since what the command made of it is more than can be looked at."""
        target = self._told(move_aside(self._root, place.copy))
        if place.copy == place.path:
            for name, file in place.before.items():
                put(file, place.path / name)
        name = shown(self._root, place.path)
        return f"{name!r} is as it was, and the new one, a large one, was put aside as {target!r}"

    def _decided(
        self, path: Path, old: Kept | None, new: Kept | None, *, copied: bool
    ) -> Iterator[str]:
        """Make of `path` what it may be, `new` being what the command made of `old`."""
        name = shown(self._root, path)
        if self._may_be(name, old, new):
            now = kept(path)
            if not copied or now == new:
                return
            if now == old or (now is not None and now.is_like(old)):
                self._become(path, new)
                return
        elif not copied:
            yield self._put_back(path, name, old, new)
            return
        if new is None:
            yield f"{name!r} was not deleted"
            return
        target = aside(self._root, path.name)
        put(new, target)
        yield f"{name!r} is as it was, and the new one was put aside as {self._told(target)!r}"

    def _may_be(self, name: str, old: Kept | None, new: Kept | None) -> bool:
        if new is not None:
            return self._content.has(name, new)
        return self._in_place or (old is not None and self._content.lets_go(name, old))

    def _put_back(self, path: Path, name: str, old: Kept | None, new: Kept | None) -> str:
        """`path` as it was, which was changed in place."""
        target = None if new is None else self._told(move_aside(self._root, path))
        if old is None:
            return f"{name!r} was put aside as {target!r}"
        if path.parent.resolve().is_relative_to(self._root):
            put(old, path)
        if target is None:
            return f"{name!r} was deleted and is there again"
        return f"{name!r} is as it was, and the new one was put aside as {target!r}"

    def _become(self, path: Path, file: Kept | None) -> None:
        """Make of `path` what `file` is; with the last file of a folder that goes, as with git."""
        if file is not None:
            put(file, path)
            return
        path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # one that is not empty stays
            for folder in path.parents:
                if folder == self._root:
                    return
                folder.rmdir()

    def _told(self, path: Path) -> str:
        return shown(self._root, path)
