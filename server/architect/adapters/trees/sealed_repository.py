"""A repository that holds what a commit reaches and nothing else.

In the repository that the commit comes from an agent would find later commits, and with them the
solution of its task: `git log --all`, `git fsck --lost-found`.
"""

import shutil
from pathlib import Path

from architect.adapters.git_environment import FROM_FILES
from architect.adapters.trees.plumbing import git
from architect.l10n import english


def seal(folder: Path, source: Path, commit: str) -> Path:
    """Make a bare repository below `folder` that has `commit` of `source` as its only branch.

    `source` is a repository or a bundle.

    Raises:
        VcsFault: it is neither, has no such commit, or git fails.
    """
    failure = english(
        "git cannot take the commit {commit} of {source!r}", commit=commit, source=str(source)
    )
    folder.mkdir(parents=True, exist_ok=True)
    sealed = folder / "source.git"
    unpacked = unpack(source, folder) if source.is_file() else source
    try:
        format_ = ("rev-parse", "--show-object-format")
        kind = git(unpacked, *format_, failure=failure).strip()
        made = ("init", "--quiet", "--bare", "--template=", f"--object-format={kind}", str(sealed))
        git(folder, *made, failure=failure)
        pack = ("pack-objects", "--quiet", "--revs", "--delta-base-offset")
        place = sealed / "objects" / "pack" / "pack"
        git(unpacked, *pack, str(place), failure=failure, stdin=f"{commit}\n".encode())
        _copy_shallow(unpacked, sealed)
        git(sealed, "update-ref", "refs/heads/main", commit, failure=failure)
    finally:
        if unpacked != source:
            shutil.rmtree(unpacked, ignore_errors=True)
    return sealed


def _copy_shallow(source: Path, target: Path) -> None:
    """Where history was cut off, it is there, too: https://git-scm.com/docs/shallow"""
    where = ("rev-parse", "--path-format=absolute", "--git-path", "shallow")
    found = Path(
        git(source, *where, failure=english("git cannot read a repository")).removesuffix("\n")
    )
    if found.exists():
        shutil.copyfile(found, target / "shallow")


def unpack(bundle: Path, folder: Path) -> Path:
    """Make a bare repository below `folder` of what is in a bundle.

    Raises:
        VcsFault: it is none.
    """
    failure = english("{bundle!r} is no bundle that git can read", bundle=str(bundle))
    unpacked = folder / "unpacked.git"
    made = ("clone", "--quiet", "--bare", "--template=", str(bundle.absolute()), str(unpacked))
    git(folder, *made, failure=failure, variables=FROM_FILES)
    return unpacked


def commit_of(repository: Path, name: str) -> str:
    """The id of the commit that `name` stands for.

    Raises:
        VcsFault: there is none.
    """
    failure = english(
        "{repository!r} has no commit {name!r}", repository=str(repository), name=name
    )
    wanted = f"{name}^{{commit}}"
    said = git(repository, "rev-parse", "--verify", "--end-of-options", wanted, failure=failure)
    return said.strip()


def top_of(folder: Path) -> Path:
    """The top of the git repository around `folder`.

    Raises:
        VcsFault: there is none.
    """
    failure = english("{folder!r} is no git repository", folder=str(folder))
    bare = git(folder, "rev-parse", "--is-bare-repository", failure=failure).strip()
    if bare == "true":
        said = git(folder, "rev-parse", "--absolute-git-dir", failure=failure)
    else:
        said = git(folder, "rev-parse", "--show-toplevel", failure=failure)
    return Path(said.removesuffix("\n"))
