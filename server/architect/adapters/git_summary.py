"""The state of a repository in one line."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.adapters.git_environment import RUNS_NOTHING, without_filters
from architect.adapters.git_output import git_output
from architect.domain.text.counted import counted

TIMEOUT_S = 0.3
"""A run goes on without it then; a large repository on a slow disk takes seconds."""

_GIT = ("git", *RUNS_NOTHING, "--no-optional-locks")
_STATUS = ("status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--ignore-submodules=all")
_KEYS = ("config", "--null", "--name-only", "--get-regexp", r"^(filter\.|core\.repositoryformat)")
"""Every repository has the second one, so that nothing found means that git failed."""

_CHANGES = frozenset({"1 ", "? ", "u "})
"""How entries begin: https://git-scm.com/docs/git-status#_porcelain_format_version_2."""

_NO_COMMIT = "(initial)"
_DETACHED = "(detached)"


def git_summary(root: Path) -> str:
    """The branch around `root` and what is changed in it; empty where there is no repository.

    No program that the repository names is run, such as a filter.
    """
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return ""
    keys = git_output((*_GIT, *_KEYS), folder=root, timeout_s=TIMEOUT_S)
    if not keys:
        return ""
    status = git_output(
        (*_GIT, *_STATUS),
        folder=root,
        variables=without_filters(os.fsdecode(keys).split("\0")),
        timeout_s=TIMEOUT_S,
    )
    if status:
        return _summary(os.fsdecode(status).split("\0"))
    branch = git_output((*_GIT, "symbolic-ref", "--short", "HEAD"), folder=root)
    return f"branch {os.fsdecode(branch).strip()}, its changes not looked up" if branch else ""


def _summary(entries: Sequence[str]) -> str:
    """The line that sums up `entries` of `git status --porcelain=v2`."""
    headers = dict(
        entry.removeprefix("# ").split(" ", 1) for entry in entries if entry.startswith("# ")
    )
    kinds = [entry[:1] for entry in entries if entry[:2] in _CHANGES]
    changed, untracked, conflicts = kinds.count("1"), kinds.count("?"), kinds.count("u")
    state = [
        *([f"{counted(conflicts, 'file')} in conflict"] if conflicts else []),
        *([f"{counted(changed, 'file')} changed"] if changed else []),
        *([f"{counted(untracked, 'path')} untracked"] if untracked else []),
    ]
    return f"{_branch(headers)}, {', '.join(state) or 'nothing changed'}"


def _branch(headers: Mapping[str, str]) -> str:
    commit, branch = headers.get("branch.oid", _NO_COMMIT), headers.get("branch.head", _DETACHED)
    if commit == _NO_COMMIT:
        return f"branch {branch}, no commits yet"
    return f"no branch, at {commit[:12]}" if branch == _DETACHED else f"branch {branch}"
