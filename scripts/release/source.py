"""What is released: a commit, its version and its time."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.release.version import is_released

ROOT = Path(__file__).parents[2]


class NotReady(Exception):
    """What is there must not be released; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Source:
    """A commit that is checked out in `root`; `epoch` is when it was made, in seconds."""

    root: Path
    version: str
    epoch: int


def source_of(root: Path, *, snapshot: bool) -> Source:
    """What is checked out in `root`; for a `snapshot` it may have changes, and no tag.

    Raises:
        NotReady: it is not what a release is made of.
    """
    if not (root / ".git").exists():
        raise NotReady(f"{root} is not a git repository; releases are built from a clone")
    changes = _git(root, "status", "--porcelain")
    if changes and not snapshot:
        raise NotReady(
            f"the working tree has changes:\n{changes}\n"
            "Commit or remove them, or build them with ARGS=--snapshot."
        )
    version = version_of(root)
    if not is_released(version) and not snapshot:
        raise NotReady(
            f"this commit has no tag, it is {version}. "
            "Tag it (git tag v1.2.3), or build it with ARGS=--snapshot."
        )
    return Source(root, version, int(_git(root, "log", "-1", "--format=%ct")))


def version_of(root: Path) -> str:
    """The version as the build backend sees it."""
    return _said(root, sys.executable, "-m", "hatchling", "version")


def _git(root: Path, *arguments: str) -> str:
    return _said(root, "git", *arguments)


def _said(root: Path, *command: str) -> str:
    said = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    return said.stdout.rstrip()
