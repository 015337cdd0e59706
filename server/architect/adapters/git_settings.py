"""What the configuration of a repository itself has, as opposed to that of its user.

A clone brings no configuration; an archive, a shared folder or an earlier command may.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import git_output
from architect.domain.errors import VcsFault
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

Settings = Sequence[tuple[str, str]]
"""Keys, as git writes them, and values."""

WELL_KNOWN = lazy_pattern(r"git[- ](?:lfs|crypt|annex)(?: [-\w%./]+)*|gpg2?")
"""Filters of Git LFS, git-crypt and git-annex, as these programs write them, and GnuPG itself."""

_OF_ITS_OWN = ("local", "worktree")
_RUN_BY_CHANGES = lazy_pattern(
    r"filter\..*\.(clean|smudge|process)|gpg\.(.*\.)?program|gpg\.ssh\.defaultkeycommand", re.DOTALL
)
"""git-config(1): what `git add`, `git commit` and a checkout run."""

_RUN_BY_MERGES = lazy_pattern(r"merge\..*\.driver", re.DOTALL)

_OF_TRANSPORT = lazy_pattern(
    r"remote\..*\.(uploadpack|vcs|proxy)|core\.(sshcommand|gitproxy|askpass)|ssh\..*"
    r"|(credential|url|protocol)\..*|http\.(.*\.)?(?!extraheader$)[^.]*",
    re.DOTALL,
)
"""What runs a program, or leads elsewhere than the address says, when something is fetched."""

_ADDRESS = lazy_pattern(r"remote\..*\.url", re.DOTALL)
_FAR = lazy_pattern(r"(https|ssh)://[^-].*|[\w.]+@[\w.][\w.-]*:[^:].*")
_FETCHES = {"GIT_NO_LAZY_FETCH": "0", "GIT_ALLOW_PROTOCOL": "https:ssh"}


def own_settings(folder: Path) -> Settings:
    """Those of the repository around `folder`, with the files that it includes.

    Raises:
        VcsFault: git cannot read them.
    """
    listed = git_output(
        ("git", *RUNS_NOTHING, "config", "--show-scope", "--null", "--list"), folder=folder
    )
    if listed is None:
        raise VcsFault(english("git cannot read its configuration"))
    words = listed.decode("utf-8", "surrogateescape").split("\0")
    entries = zip(words[0::2], words[1::2], strict=False)
    return [_pair(entry) for scope, entry in entries if scope in _OF_ITS_OWN]


def refuse_unknown_programs(folder: Path, *, merging: bool = False) -> None:
    """Make sure that git can change something, or merge, without running what the repository names.

    Raises:
        VcsFault: it would; filters that everybody knows are none of those.
    """
    pattern = _RUN_BY_MERGES if merging else _RUN_BY_CHANGES
    settings = own_settings(folder)
    found = [
        f"{key} = {value}"
        for key, value in settings
        if pattern.fullmatch(key) and value and not WELL_KNOWN.fullmatch(value)
    ]
    if found:
        raise VcsFault(
            english(
                "git would run a program that the configuration of this repository names: "
                "{found}; if you know it, have it in your own configuration (git config "
                "--global)",
                found=found[0],
            )
        )


def require_own_files(folder: Path) -> None:
    """Make sure that the files of the repository around `folder` are those beside its `.git`.

    With `core.worktree` it may say that they are anywhere, such as in a home directory.

    Raises:
        VcsFault: it does.
    """
    said = git_output(("git", *RUNS_NOTHING, "rev-parse", "--show-toplevel"), folder=folder)
    real = folder.resolve()
    beside = next((each for each in (real, *real.parents) if (each / ".git").exists()), None)
    if said is None or beside is None:
        return
    top = Path(os.fsdecode(said.removesuffix(b"\n")))
    if top.resolve() != beside:
        raise VcsFault(
            english("core.worktree of this repository leads elsewhere, to {top!r}", top=str(top))
        )


def lazy_fetch(settings: Settings) -> dict[str, str]:
    """Variables by which git gets what a partial clone lacks; none where that runs programs."""
    keys = [key for key, _ in settings]
    addresses = [value for key, value in settings if _ADDRESS.fullmatch(key)]
    if "extensions.partialclone" not in keys or any(map(_OF_TRANSPORT.fullmatch, keys)):
        return {}
    return dict(_FETCHES) if all(map(_FAR.fullmatch, addresses)) else {}


def _pair(entry: str) -> tuple[str, str]:
    key, _, value = entry.partition("\n")
    return key, value
