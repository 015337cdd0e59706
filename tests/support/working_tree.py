"""What a user sees of a repository, to be compared byte by byte."""

import hashlib
from pathlib import Path

from tests.support.repository import git


def state_of(folder: Path) -> dict[str, object]:
    """HEAD, the index, the stash, the log of HEAD and every file that is no record of ours."""
    dot_git = folder / ".git"
    files = {
        str(path.relative_to(folder)): _digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {".git", ".architect"} & set(path.relative_to(folder).parts)
    }
    named = ("HEAD", "index", "refs/stash", "logs/HEAD", "config")
    kept = {name: _digest(dot_git / name) for name in named if (dot_git / name).exists()}
    return {"files": files, "git": kept, "worktrees": git(folder, "worktree", "list")}


def branches_of(folder: Path) -> set[str]:
    return set(git(folder, "branch", "--format=%(refname:short)").split())


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
