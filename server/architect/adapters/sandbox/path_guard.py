"""Putting aside what a command made where it may make nothing.

Nothing can be mounted over a path that does not exist, and making something there for the time of
a command would show: in `git status`, to watchers, to the command itself. So what is there already
is mounted read-only, and what was made in spite of everything is put aside when the command and
all its processes have ended. It is moved and not deleted: somebody else may have made it meanwhile.
"""

import contextlib
import functools
import os
import secrets
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.frozen import frozen


@frozen
class _Seen:
    """What stood at a path: its kind of file, and where it leads if it is a link."""

    kind: int
    target: str | None


class PathGuard:
    """Remembers which of `paths` exist; all of them lie below `root` or a folder of git."""

    def __init__(self, root: Path, paths: Iterable[Path]) -> None:
        self._root = root
        self._ways = tuple(_way(root, path) for path in paths)
        self._before: dict[str, _Seen | None] = {}
        for place in (place for way in self._ways for place in way):
            if place not in self._before:
                self._before[place] = _look(place)

    def put_aside(self) -> list[str]:
        """Move away what is new; a sentence for each, with where it is now."""
        told: list[str] = []
        for way in self._ways:
            if (offender := self._offender(way)) is None:
                continue
            shown = self._shown(Path(offender))
            try:
                told.append(f"{shown!r} was put aside as {self._move(Path(offender))!r}")
            except OSError as error:
                told.append(f"{shown!r} could not be put aside ({error.strerror}): remove it")
        return told

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

    def _move(self, path: Path) -> str:
        before = self._before[str(path)]
        try:
            place = project_folder(self._root, "tmp") / f"put-aside-{secrets.token_hex(4)}"
            place.mkdir()
            target = place / path.name
            path.rename(target)
        except OSError:
            target = path.with_name(f"{path.name}.put-aside-{secrets.token_hex(4)}")
            path.rename(target)
        if before is not None and before.target is not None:
            with contextlib.suppress(OSError):
                path.symlink_to(before.target)
        return self._shown(target)

    def _shown(self, path: Path) -> str:
        inside = path.is_relative_to(self._root)
        return path.relative_to(self._root).as_posix() if inside else str(path)


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
