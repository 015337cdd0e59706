"""Which files there are below a folder, without what git ignores.

Where git can be asked, it is. Elsewhere the `.gitignore` files from the root down are read by us,
with three differences: git lists tracked files although they match a pattern, git heeds the user's
own ignore files (`core.excludesFile`, `.git/info/exclude`), and we leave out `EXCLUDED_FOLDERS`
although no file names them.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from architect.adapters.files.anchored import open_listable_folder
from architect.adapters.files.file_filters import ListedByGit, not_ignored
from architect.adapters.files.in_thread import IsStopped, in_thread
from architect.adapters.files.tree_walk import MOST_FILES, Found, walk
from architect.adapters.git_environment import RUNS_NOTHING, environment_of_git
from architect.adapters.process.child_lines import LineListener, feed_lines
from architect.adapters.process.programs import find_program
from architect.frozen import frozen

_GIT_TIMEOUT_S = 5.0
"""100,000 files take less than a second; for a `.gitignore` that is a FIFO, git waits for ever."""

_SETTINGS = (*RUNS_NOTHING, "-c", "safe.directory=*")
"""A workspace can bring its own git configuration, in which `core.fsmonitor` runs a program.

Without it, reading a repository that belongs to somebody else (a mounted folder) is safe.
"""

_LIST_FILES = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")


@frozen
class FileNames:
    """Paths relative to a folder, with forward slashes, sorted by their parts.

    Links count as files and are not followed. Undecodable names contain surrogates (`os.fsdecode`).
    `is_cut` says that there are more: below very deep folders, or beyond `MOST_FILES`.
    """

    names: list[str]
    is_cut: bool = False


async def names_below(folder: Path, *, root: Path) -> FileNames:
    """The files below `folder`, which is `root` or lies in it; both paths are without links.

    Raises:
        OSError: there is no such folder, or it may not be listed.
    """
    found = await _found_in(root, folder)
    files, is_cut = found.files, found.is_cut
    for repository in found.repositories:
        if len(files) >= MOST_FILES:
            break
        inside = await _inside_repository(root, folder / repository)
        files += [f"{repository}/{name}" for name in inside.names]
        is_cut = is_cut or inside.is_cut
    if found.repositories:
        await asyncio.to_thread(files.sort, key=_by_parts)
    return FileNames(files[:MOST_FILES], is_cut=is_cut or len(files) > MOST_FILES)


def shown(name: str) -> str:
    """A file name that can be shown, stored and sent: undecodable bytes become U+FFFD."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "replace")


def in_work_tree(folder: Path) -> bool:
    """Whether a folder here or above has a `.git`, be it a folder or a worktree's file."""
    return any(_has_git(place) for place in (folder, *folder.parents))


def _has_git(folder: Path) -> bool:
    return os.path.lexists(f"{folder}/.git")


def _by_parts(name: str) -> str:
    """A key that puts a slash before every other character, as comparing part by part would."""
    return name.replace("/", "\0")


async def _inside_repository(root: Path, folder: Path) -> FileNames:
    try:
        return await names_below(folder, root=root)
    except OSError:
        return FileNames([])


async def _found_in(root: Path, folder: Path) -> Found:
    listed = await _listed_by_git(folder) if in_work_tree(folder) else None
    parts = folder.relative_to(root).parts

    def look(is_stopped: IsStopped) -> Found:
        file_filter = not_ignored(root, parts) if listed is None else ListedByGit(listed)
        with open_listable_folder(root, parts) as top:
            return walk(top, file_filter, is_stopped)

    return await in_thread(look)


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
    command = (git, *_SETTINGS, *arguments)
    try:
        end = await feed_lines(
            command,
            on_name,
            cwd=folder,
            env=environment_of_git(os.environ) | {"GIT_OPTIONAL_LOCKS": "0"},
            timeout_s=_GIT_TIMEOUT_S,
            line_end=b"\0",
        )
    except (OSError, TimeoutError):
        return None
    return end.exit_code
