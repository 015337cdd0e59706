"""Which of the files below a folder are wanted: those git lists, or those no ignore file names."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from architect.adapters.files.anchored import Slot, open_folder
from architect.adapters.files.regular_file import open_regular_slot, read_whole
from architect.domain.errors import WorkspaceFault
from architect.domain.files.gitignore import IgnoreRules
from architect.frozen import frozen

EXCLUDED_FOLDERS = frozenset(
    {
        *(".git", ".hg", ".svn", ".architect", "node_modules", "__pycache__", ".venv", "venv"),
        *(".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".gradle"),
    }
)
"""Folders without text of the user's own, left out where no git says what to ignore."""

IGNORE_FILE = ".gitignore"
_MOST_IGNORE_BYTES = 1_000_000


class ListedByGit:
    """Lets through what git has listed."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name.removesuffix("/") for name in names}
        self._folders: set[str] = set()
        for name in self._names:
            folder = name.rpartition("/")[0]
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder.rpartition("/")[0]

    def enter(self, folder: int, prefix: str, names: Sequence[str]) -> None:
        pass

    def wants(self, prefix: str, name: str, *, is_folder: bool) -> bool:
        path = prefix + name
        return path in self._names or (is_folder and path in self._folders)


@frozen
class _RulesAbove:
    """Rules from a folder above the walk; `way` leads from it to the walk and ends in a slash."""

    way: bytes
    rules: IgnoreRules


@frozen
class _RulesBelow:
    """Rules from the folder of the walk that has this prefix, so many bytes long."""

    prefix: str
    length: int
    rules: IgnoreRules


class NotIgnored:
    """Lets through what no `.gitignore` in the folder or above it names; the innermost decides."""

    def __init__(self, above: Sequence[_RulesAbove]) -> None:
        self._above = above
        self._below: list[_RulesBelow] = []

    def enter(self, folder: int, prefix: str, names: Sequence[str]) -> None:
        while self._below and not prefix.startswith(self._below[-1].prefix):
            self._below.pop()
        if IGNORE_FILE in names and (rules := _ignore_rules(folder)):
            self._below.append(_RulesBelow(prefix, len(os.fsencode(prefix)), rules))

    def wants(self, prefix: str, name: str, *, is_folder: bool) -> bool:
        if name in EXCLUDED_FOLDERS:
            return False
        if not self._below and not self._above:
            return True
        path = os.fsencode(prefix + name)
        for below in reversed(self._below):
            verdict = below.rules.verdict(path[below.length :], is_folder=is_folder)
            if verdict is not None:
                return not verdict
        for above in reversed(self._above):
            verdict = above.rules.verdict(above.way + path, is_folder=is_folder)
            if verdict is not None:
                return not verdict
        return True


def not_ignored(root: Path, parts: Sequence[str]) -> NotIgnored:
    """The file_filter for the folder at `parts` below `root`.

    What lies above does not count if it ignores the folder itself, which somebody asked for.

    Raises:
        OSError: there is no such folder.
    """
    found: list[tuple[int, IgnoreRules]] = []
    for depth in range(len(parts)):
        with open_folder(root, parts[:depth]) as folder:
            if rules := _ignore_rules(folder):
                found.append((depth, rules))
        if _is_ignored(found, parts[: depth + 1]):
            return NotIgnored([])
    return NotIgnored([_RulesAbove(_way(parts[depth:]) + b"/", rules) for depth, rules in found])


def _is_ignored(found: Sequence[tuple[int, IgnoreRules]], parts: Sequence[str]) -> bool:
    for depth, rules in reversed(found):
        verdict = rules.verdict(_way(parts[depth:]), is_folder=True)
        if verdict is not None:
            return verdict
    return False


def _way(parts: Sequence[str]) -> bytes:
    return os.fsencode("/".join(parts))


def _ignore_rules(folder: int) -> IgnoreRules | None:
    """The rules in the ignore file of an open folder; None if there is none that can be read."""
    try:
        descriptor = open_regular_slot(Slot(folder, IGNORE_FILE), shown_as=IGNORE_FILE)
    except (OSError, WorkspaceFault):
        return None
    try:
        return IgnoreRules(
            read_whole(descriptor, shown_as=IGNORE_FILE, max_bytes=_MOST_IGNORE_BYTES)
        )
    except WorkspaceFault:
        return None
    finally:
        os.close(descriptor)
