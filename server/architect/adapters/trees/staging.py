"""Having an index hold the files as they are, without a look into the repositories among them.

For each submodule `git add` has git tell what is changed in it, and that git runs the filters which
the configuration of the submodule names. Whoever can write files can make one there.
"""

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

from architect.adapters.trees.plumbing import git

_SUBMODULE = "160000 "
"""How the entry of one begins in `git ls-files --stage`."""


def stage(
    top: Path, which: Literal["all", "update"], *, failure: str, variables: Mapping[str, str]
) -> None:
    """`git add --all` or `--update` in the working tree at `top`.

    Of submodules only the commit that they are at counts, as for git itself.

    Raises:
        VcsFault: git fails.
    """
    if not (submodules := _submodules(top, failure, variables)):
        git(top, "add", f"--{which}", failure=failure, variables=variables)
        return
    there = (name for name in submodules if not _is_behind_link(top, name))
    others = "".join((".\0", *(f":(top,exclude,literal){name}\0" for name in there)))
    how = ("add", f"--{which}", "--pathspec-from-file=-", "--pathspec-file-nul")
    git(top, *how, failure=failure, stdin=os.fsencode(others), variables=variables)
    left = "".join(f"{name}\0" for name in _submodules(top, failure, variables))
    how = ("update-index", "--add", "--remove", "-z", "--stdin")
    git(top, *how, failure=failure, stdin=os.fsencode(left), variables=variables)


def _submodules(top: Path, failure: str, variables: Mapping[str, str]) -> list[str]:
    said = git(top, "ls-files", "--stage", "-z", failure=failure, variables=variables)
    entries = (entry for entry in said.split("\0") if entry.startswith(_SUBMODULE))
    return list(dict.fromkeys(entry.partition("\t")[2] for entry in entries))


def _is_behind_link(top: Path, name: str) -> bool:
    """Whether git takes it for gone, and will not have it named."""
    return any((top / above).is_symlink() for above in PurePosixPath(name).parents)
