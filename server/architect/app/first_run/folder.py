"""Looking into a folder of somebody else's project: nothing is run, and nothing has to be valid."""

import json
import os
import stat
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

_MOST_BYTES = 1_000_000
_MOST_ENTRIES = 5_000
_NOT_PARTS = frozenset(
    {
        "node_modules",
        "vendor",
        "third_party",
        "venv",
        "env",
        "build",
        "dist",
        "target",
        "site-packages",
    }
)
"""Folders whose manifests are not the project's own."""


class Folder:
    """The folder `relative` below the root of a project; empty is the root."""

    def __init__(self, root: Path, relative: str = "") -> None:
        self._root = root
        self._place = root / relative
        self.relative = relative
        self._names: list[os.DirEntry[str]] | None = None

    def below(self, name: str) -> "Folder":
        return Folder(self._root, f"{self.relative}/{name}" if self.relative else name)

    def has(self, *names: str) -> bool:
        """Whether there is a file of one of these names."""
        return any((self._place / name).is_file() for name in names)

    def has_like(self, *patterns: str) -> bool:
        """Whether a file in the folder itself matches one of these globs."""
        from fnmatch import fnmatchcase

        files = [each.name for each in self._entries() if each.is_file(follow_symlinks=False)]
        return any(fnmatchcase(name, pattern) for name in files for pattern in patterns)

    def has_folder(self, name: str) -> bool:
        return (self._place / name).is_dir()

    def text(self, name: str) -> str:
        """What the file says; empty if there is none that could be read whole."""
        with suppress(OSError, ValueError):
            path = self._place / name
            status = path.stat()
            if stat.S_ISREG(status.st_mode) and status.st_size <= _MOST_BYTES:
                return path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        return ""

    def toml(self, name: str) -> dict[str, Any]:
        with suppress(ValueError, RecursionError):
            return tomllib.loads(self.text(name))
        return {}

    def json(self, name: str) -> dict[str, Any]:
        with suppress(ValueError, RecursionError):
            return table(json.loads(self.text(name)))
        return {}

    def folders(self) -> list["Folder"]:
        """Those in it that may be parts of the project, by name; no links."""
        names = [each.name for each in self._entries() if each.is_dir(follow_symlinks=False)]
        return [self.below(name) for name in sorted(names) if _is_part(name)]

    def _entries(self) -> list[os.DirEntry[str]]:
        if self._names is None:
            self._names = []
            with suppress(OSError), os.scandir(self._place) as entries:
                for entry in entries:
                    self._names.append(entry)
                    if len(self._names) >= _MOST_ENTRIES:
                        break
        return self._names


def table(value: object) -> dict[str, Any]:
    """`value` if it is a table or an object, else an empty one."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def texts(value: object) -> list[str]:
    """The texts in a list; empty if it is none."""
    items = cast(list[object], value) if isinstance(value, list) else []
    return [item for item in items if isinstance(item, str)]


def _is_part(name: str) -> bool:
    """Whether commands can name it, and it is no copy of other people's code."""
    return name.isprintable() and not name.startswith((".", "-")) and name not in _NOT_PARTS
