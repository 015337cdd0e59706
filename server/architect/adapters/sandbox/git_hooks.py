"""Hooks of a repository that run code: those that do nothing or call Git LFS do not count."""

import re
from pathlib import Path

from architect.adapters.sandbox.git_folders import GitFolders
from architect.lazy_pattern import lazy_pattern

_MOST_BYTES = 10_000
_LFS = lazy_pattern(
    rb"#!/bin/sh\s*(?:command -v git-lfs [^\n]*\n\s*)?git lfs [-a-z]+ \"\$@\"\s*", re.DOTALL
)


def active_hooks(git: GitFolders) -> list[str]:
    """The names of the hooks that may run anything."""
    folder = git.hooks or (git.repository and git.repository / "hooks")
    if folder is None or not folder.is_dir():
        return []
    return sorted(one.name for one in folder.iterdir() if _is_active(one))


def _is_active(hook: Path) -> bool:
    if hook.suffix or not hook.is_file() or hook.name in ("h", "README"):
        return False
    if hook.parent.name == "_" and hook.parent.parent.name == ".husky":
        return (hook.parent.parent / hook.name).exists()  # what husky makes calls that one
    with hook.open("rb") as file:
        return _LFS.fullmatch(file.read(_MOST_BYTES)) is None
