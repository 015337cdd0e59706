"""A git repository as the user would make it."""

import subprocess
from pathlib import Path

_WHO = ("-c", "user.name=A User", "-c", "user.email=user@example.invalid")


def git(folder: Path, *arguments: str) -> str:
    """What the command prints."""
    command = ("git", *_WHO, "-C", str(folder), *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def commit_all(folder: Path) -> None:
    """Make `folder` a repository, if it is none, with everything in it committed on `main`."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "everything")
