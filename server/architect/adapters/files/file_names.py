"""Which files there are below a folder, without what git ignores."""

import asyncio
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from architect.adapters.search.child_lines import LineListener, feed_lines
from architect.adapters.search.programs import find_program

EXCLUDED_FOLDERS = frozenset(
    {
        *(".git", ".hg", ".svn", ".architect", "node_modules", "__pycache__", ".venv", "venv"),
        *(".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".gradle"),
    }
)
"""Folders without text of the user's own, left out where no git says what to ignore."""

MOST_FILES = 200_000
"""Where a listing ends, so that a workspace like `/` cannot use up the memory."""

_GIT_TIMEOUT_S = 20.0

_SETTINGS = ("-c", "core.fsmonitor=false", "-c", "safe.directory=*")
"""A workspace can bring its own git configuration, in which `core.fsmonitor` runs a program.

Without it, reading a repository that belongs to somebody else (a mounted folder) is safe.
"""

_LIST_FILES = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")


@dataclass(frozen=True, slots=True)
class _Found:
    """Paths of files, and of folders with a `.git` of their own that were not looked into."""

    files: list[str]
    repositories: list[str]


async def files_below(folder: Path) -> list[str]:
    """The files below `folder`, relative to it, with forward slashes, sorted by their parts.

    Links count as files and are not followed. There are at most `MOST_FILES`. Undecodable names
    contain surrogates (`os.fsdecode`).
    """
    names = await _unsorted_files(folder)
    return await asyncio.to_thread(lambda: sorted(names, key=lambda name: name.split("/")))


def shown(name: str) -> str:
    """A file name that can be shown, stored and sent: undecodable bytes become U+FFFD."""
    return os.fsencode(name).decode("utf-8", "replace")


def in_work_tree(folder: Path) -> bool:
    """Whether a folder here or above has a `.git`, be it a folder or a worktree's file."""
    return any(_has_git(place) for place in (folder, *folder.parents))


def _has_git(folder: str | Path) -> bool:
    return os.path.lexists(f"{folder}/.git")


async def _unsorted_files(folder: Path) -> list[str]:
    listed = await _listed_by_git(folder) if in_work_tree(folder) else None
    if listed is None:
        found = await asyncio.to_thread(_walk, folder)
    else:
        found = await asyncio.to_thread(_present, folder, listed)
    files = found.files
    for repository in found.repositories:
        inside = await _unsorted_files(folder / repository)
        files += [f"{repository}/{name}" for name in inside]
    return files[:MOST_FILES]


async def _listed_by_git(folder: Path) -> set[str] | None:
    """What git tracks or would track; None if git cannot say, or ignores `folder` as a whole."""
    names: set[str] = set()

    def take(name: bytes) -> bool:
        names.add(os.fsdecode(name))
        return len(names) < MOST_FILES

    exit_code = await _git(folder, _LIST_FILES, take)
    if exit_code == 0 and not names and not _has_git(folder):
        ignored = await _git(folder, ("check-ignore", "-q", str(folder)), take) == 0
        return None if ignored else names
    return names if exit_code == 0 or len(names) >= MOST_FILES else None


async def _git(folder: Path, arguments: Sequence[str], on_name: LineListener) -> int | None:
    """Its exit code; None if there is no git or it takes too long."""
    git = find_program("git")
    if git is None:
        return None
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    command = (git, *_SETTINGS, *arguments)
    try:
        end = await feed_lines(
            command,
            on_name,
            cwd=folder,
            env=environment,
            timeout_s=_GIT_TIMEOUT_S,
            line_end=b"\0",
        )
    except (OSError, TimeoutError):
        return None
    return end.exit_code


def _present(folder: Path, listed: set[str]) -> _Found:
    """What of `listed` there is on the disk; folders in it are submodules and nested clones.

    Git's index may still have files below what is a link by now.
    """
    found = _Found([], [])
    folders = {"": True}
    for name in listed:
        path = name.removesuffix("/")
        parent, _, last = path.rpartition("/")
        if last == ".." or not _is_real_folder(folder, parent, folders):
            continue
        try:
            mode = os.lstat(f"{folder}/{path}").st_mode
        except OSError:
            continue
        if not stat.S_ISDIR(mode):
            found.files.append(path)
        elif _has_git(f"{folder}/{path}"):
            found.repositories.append(path)
    return found


def _is_real_folder(root: Path, path: str, known: dict[str, bool]) -> bool:
    """Whether `path` is reached from `root` through folders only; `known` is filled on the way."""
    if path not in known:
        parent, _, last = path.rpartition("/")
        try:
            is_folder = stat.S_ISDIR(os.lstat(f"{root}/{path}").st_mode)
        except OSError:
            is_folder = False
        known[path] = is_folder and last not in ("", "..") and _is_real_folder(root, parent, known)
    return known[path]


def _walk(folder: Path) -> _Found:
    found = _Found([], [])
    for prefix, entry in _entries_below(folder):
        if not entry.is_dir(follow_symlinks=False):
            found.files.append(f"{prefix}{entry.name}")
        elif _has_git(entry.path):
            found.repositories.append(f"{prefix}{entry.name}")
        if len(found.files) >= MOST_FILES:
            break
    return found


def _entries_below(folder: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every entry with the path of its folder, which is empty or ends in a slash."""
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        try:
            entries = list(os.scandir(folder / prefix))
        except OSError:
            continue
        for entry in entries:
            if entry.name in EXCLUDED_FOLDERS:
                continue
            yield prefix, entry
            if entry.is_dir(follow_symlinks=False) and not _has_git(entry.path):
                waiting.append(f"{prefix}{entry.name}/")
