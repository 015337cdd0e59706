"""Putting aside what a command made where it may make nothing.

Nothing can be mounted over a path that does not exist, and making something there for the time of
a command would show: in `git status`, to watchers, to the command itself. So what is there already
is mounted read-only, and what was made in spite of everything is put aside when the command and
all its processes have ended.
"""

import contextlib
import functools
import os
import stat
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from architect.adapters.sandbox.aside import move_aside, shown
from architect.adapters.sandbox.file_snapshot import TooLargeError, snapshot
from architect.adapters.sandbox.user_content import UserContent
from architect.frozen import frozen


@frozen
class _Seen:
    """What stood at a path: its kind of file, and where it leads if it is a link."""

    kind: int
    target: str | None


class PathGuard:
    """Remembers which of `paths` exist; all of them lie below `root` or a folder of git."""

    def __init__(
        self,
        root: Path,
        paths: Iterable[Path],
        *,
        content: UserContent | None = None,
        new: Collection[Path] = (),
    ) -> None:
        """What `content` says is the user's may stay wherever it is.

        What is `new` counts as not there: it goes before anybody looks again.
        """
        self._root = root
        self._content = content
        self._told: list[str] = []
        self._ways = tuple(_way(root, path) for path in paths)
        self._before: dict[str, _Seen | None] = {}
        for place in (place for way in self._ways for place in way):
            if place not in self._before:
                self._before[place] = None if Path(place) in new else _look(place)

    def settle(self) -> list[str]:
        """Move away what is new; a sentence for each, with where it is now."""
        for way in self._ways:
            offender = self._offender(way)
            if offender is not None and not self._stays(Path(offender)):
                self._told.append(self._sentence(Path(offender)))
        return self._told

    def _offender(self, way: Sequence[str]) -> str | None:
        """What to move on the way to a path: the path itself if it is new, or a new link."""
        for place in way:
            before, now = self._before[place], _look(place)
            if now is None:
                return None
            is_new = before is None or before.target != now.target
            if is_new and (now.target is not None or place == way[-1]):
                return place
            if now.target is None and not stat.S_ISDIR(now.kind):
                return None
        return None

    def _stays(self, path: Path) -> bool:
        """Whether all that `path` holds is the user's own; of a mixture only that stays.

        The examples of hooks that `git init` leaves do nothing.
        """
        if self._content is None or not path.is_relative_to(self._root):
            return False
        try:
            files = snapshot(path)
        except TooLargeError:
            return False
        if path.name == "hooks" and files and all(name.endswith(".sample") for name in files):
            return True
        inside = {shown(self._root, path / name): file for name, file in files.items()}
        own = {name for name, file in inside.items() if self._content.has(name, file)}
        if not own:
            return False
        for name in sorted(inside.keys() - own):
            self._told.append(self._sentence(self._root / name))
        return True

    def _sentence(self, offender: Path) -> str:
        name = shown(self._root, offender)
        try:
            return f"{name!r} was put aside as {self._move(offender)!r}"
        except OSError as error:
            return f"{name!r} could not be put aside ({error.strerror}): remove it"

    def _move(self, path: Path) -> str:
        before = self._before.get(str(path))
        target = move_aside(self._root, path)
        if before is not None and before.target is not None:
            with contextlib.suppress(OSError):
                path.symlink_to(before.target)
        return shown(self._root, target)


@functools.lru_cache(maxsize=512)
def _way(root: Path, path: Path) -> tuple[str, ...]:
    """The folders below `root` that lead to `path`, from the top, and `path` itself."""
    if not path.is_relative_to(root):
        return (str(path),)
    below = [folder for folder in path.parents if folder != root and folder.is_relative_to(root)]
    return (*map(str, reversed(below)), str(path))


def _look(place: str) -> _Seen | None:
    try:
        kind = os.lstat(place).st_mode
        target = os.readlink(place) if stat.S_ISLNK(kind) else None  # noqa: PTH115 - a text
    except OSError:
        return None
    return _Seen(kind, target)
