"""A workspace that commands may change: its mounts, and what is looked at when a command ended."""

import functools
import os
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from architect.adapters.files.project_folder import project_folder
from architect.adapters.sandbox.git_folders import GitFolders
from architect.adapters.sandbox.hooks_folder import made_hooks
from architect.adapters.sandbox.kept_configuration import KeptConfiguration
from architect.adapters.sandbox.kept_files import KeptFiles
from architect.adapters.sandbox.mounts import workspace_mounts
from architect.adapters.sandbox.own_records import as_repository, own_records
from architect.adapters.sandbox.path_guard import PathGuard
from architect.adapters.sandbox.protected_paths import PROTECTED
from architect.adapters.sandbox.user_content import UserContent
from architect.domain.shell import Need
from architect.frozen import frozen
from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES
from architect.policy.git_line import GitLine


class Guard(Protocol):
    """Looks after something while a command runs."""

    def settle(self) -> list[str]:
        """Put right what the command did to it; a sentence about each thing."""
        ...


@frozen
class Working:
    """The arguments of bwrap(1) for the workspace, and what goes with them.

    `made` is a folder that is there for the command only.
    """

    mounts: tuple[str, ...]
    guards: tuple[Guard, ...]
    made: Path | None = None


def working_workspace(
    root: Path,
    git: GitFolders,
    content: UserContent,
    line: GitLine,
    *,
    allowed: Collection[Need],
    own: Collection[Path] = (),
) -> Working:
    """The workspace `root` for a command that is `line`, as far as that is known.

    If it `configures`, nothing of the workspace's may run meanwhile.

    Of what it may do beyond the sandbox, what is `allowed` concerns git and files that others
    execute. What configures the run itself is `own`, which it never changes.
    """
    git_ruling = Need.GIT_CONFIGURATION in allowed
    executable = () if Need.EXECUTABLE_FILES in allowed else _kept_paths(root, git)
    project_folder(root, "tmp")  # `.architect` has to be there to be mounted read-only
    made = None if git_ruling else made_hooks(root)
    files = KeptFiles(root, executable, content, in_place=line.removes)
    free = files.looked_after
    if Need.EXECUTABLE_FILES in allowed:
        free = frozenset(_executable(root))
    protected = [path for path in _protected(root) if path not in free]
    guards: list[Guard] = []
    if git_ruling:
        protected = [path for path in protected if not path.is_relative_to(root / ".git")]
    else:
        protected = list(dict.fromkeys((*protected, *git.ruling)))
        config = git.config or root / ".git/config"
        if not config.exists() or line.configures:
            guards.append(KeptConfiguration(root, config))
            protected = [path for path in protected if path != config and not _is_of_a_tree(path)]
    protected += own
    new = () if made is None else (made,)
    guards = [PathGuard(root, protected, content=content, new=new), *guards, files]
    mounts = (
        *workspace_mounts(root, git, protected, files.copies),
        *(as_repository(root) if line.removes_ignored else own_records(root)),
        *("--remount-ro", "/"),
    )
    return Working(mounts, tuple(guards), made)


def _is_of_a_tree(path: Path) -> bool:
    """Whether `path` is of another work tree, which git removes as a whole."""
    return path.parent.parent.name == "worktrees"


def _kept_paths(root: Path, git: GitFolders) -> list[Path]:
    """What other programs execute and is there, neither being a link nor lying behind one."""
    paths = [*_executable(root), *filter(None, (git.hooks,))]
    there = (path for path in dict.fromkeys(paths) if os.path.exists(path))  # noqa: PTH110 - often
    return [path for path in there if path.resolve() == path]


@functools.lru_cache(maxsize=8)
def _executable(root: Path) -> tuple[Path, ...]:
    return tuple(root / path for path in EXECUTABLE_CONFIG_FILES)


@functools.lru_cache(maxsize=8)
def _protected(root: Path) -> tuple[Path, ...]:
    return tuple(root / path for path in PROTECTED)
