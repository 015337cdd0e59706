"""The files of a commit, read from the objects of the repository."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import git_output
from architect.domain.errors import VcsFault
from architect.frozen import frozen
from architect.l10n import english

_GIT = ("git", *RUNS_NOTHING, "--no-optional-locks", "-c", "safe.directory=*")
_AS_THEY_ARE = {"GIT_NO_REPLACE_OBJECTS": "1"}
_TIMEOUT_S = 60.0
_LINK, _SUBMODULE = b"120000", b"160000"


@frozen
class GitTree:
    """A commit below a folder: its blobs by name, its symbolic links, and its submodules."""

    commit: str
    blobs: Mapping[str, str]
    links: tuple[str, ...]
    submodules: tuple[str, ...]


async def tree_of(folder: Path, ref: str) -> GitTree:
    """The files that the commit `ref` has below `folder`, by their names from there.

    Nothing is checked out, and nothing is fetched.

    Raises:
        VcsFault: there is no git, no repository or no such commit.
    """
    wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    commit = (await _output(folder, *wanted) or b"").decode("ascii", "replace").strip()
    if not commit:
        raise VcsFault(
            english("git knows no revision {ref!r} in {folder!r}", ref=ref, folder=str(folder))
        )
    listed = await _output(folder, "ls-tree", "-r", "-z", commit)
    if listed is None:
        raise VcsFault(english("git cannot list the files of {ref!r}", ref=ref))
    blobs: dict[str, str] = {}
    links: list[str] = []
    submodules: list[str] = []
    for entry in listed.split(b"\0")[:-1]:
        facts, _, name = entry.partition(b"\t")
        mode, _, blob = facts.split(b" ")
        if mode == _LINK:
            links.append(os.fsdecode(name))
        elif mode == _SUBMODULE:
            submodules.append(os.fsdecode(name))
        else:
            blobs[os.fsdecode(name)] = blob.decode("ascii")
    return GitTree(commit, blobs, tuple(links), tuple(submodules))


async def _output(folder: Path, *arguments: str) -> bytes | None:
    return await asyncio.to_thread(
        git_output,
        (*_GIT, *arguments),
        folder=folder,
        variables=_AS_THEY_ARE,
        timeout_s=_TIMEOUT_S,
    )
