"""The configuration of the repository, while git may write harmless settings into it."""

import os
from pathlib import Path

from architect.adapters.git_output import git_output
from architect.adapters.sandbox.aside import move_aside, shown
from architect.adapters.sandbox.file_snapshot import Kept, TooLargeError, kept, put
from architect.policy.git_settings import may_go_together


class KeptConfiguration:
    """Remembers the file `path`, there or not, and puts it back if more than that was written."""

    def __init__(self, root: Path, path: Path) -> None:
        self._root = root
        self._path = path
        self._before = _file(path)

    def settle(self) -> list[str]:
        """A sentence if it was put back."""
        after = _file(self._path)
        before = self._before
        if after is not None and before is not None and after.content == before.content:
            return []
        if not os.path.lexists(self._path):
            return [] if before is None else [self._put_back(before, "was deleted")]
        key = self._offence(after)
        if key is None:
            return []
        name = shown(self._root, self._path)
        target = shown(self._root, move_aside(self._root, self._path))
        said = f"was put aside as {target!r}"
        if before is None:
            return [f"{name!r} {said}"]
        return [self._put_back(before, f"with {key!r} {said}")]

    def _offence(self, after: Kept | None) -> str | None:
        """What in the file no command may write; the key, or what is wrong with it."""
        if after is None or after.is_link:
            return "not a file"
        settings = _settings(self._path)
        return "not readable" if settings is None else may_go_together(self._old(), settings)

    def _old(self) -> dict[str, list[str]]:
        if self._before is None:
            return {}
        return _parsed(_listed("-", self._before.content) or b"")

    def _put_back(self, before: Kept, why: str) -> str:
        put(before, self._path)
        return f"{shown(self._root, self._path)!r} {why} and is as it was"


def names_only_harmless(path: Path) -> bool:
    """Whether the configuration file `path`, if it is there, has only settings that run nothing."""
    if not path.is_file() or not path.stat().st_size:
        return True
    settings = _settings(path)
    return settings is not None and may_go_together({}, settings) is None


def _file(path: Path) -> Kept | None:
    try:
        return kept(path)
    except TooLargeError:
        return None


def _settings(path: Path) -> dict[str, list[str]] | None:
    """What the configuration file says; None if git cannot read it."""
    listed = _listed(str(path), b"")
    return None if listed is None else _parsed(listed)


def _parsed(listed: bytes) -> dict[str, list[str]]:
    """The values of each key in what `git config --list --null` says."""
    found: dict[str, list[str]] = {}
    for entry in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
        key, _, value = entry.partition("\n")
        found.setdefault(key, []).append(value)
    return found


def _listed(file: str, stdin: bytes) -> bytes | None:
    command = ("git", "config", "--file", file, "--no-includes", "--list", "--null")
    return git_output(command, folder=Path("/"), stdin=stdin)
