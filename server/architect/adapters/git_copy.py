"""A copy of the user's repository, for a folder in which commands run as they did there.

Nothing in it leads back: objects are copied and not linked, since what is played again may write,
and a working tree that was added to a repository becomes one with a repository of its own.
What is where: https://git-scm.com/docs/gitrepository-layout
"""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from architect.adapters.git_environment import FROM_FILES, RUNS_NOTHING, without_filters
from architect.adapters.git_output import git_output
from architect.domain.errors import UserError
from architect.l10n import english

MOST_OBJECT_BYTES = 1_000_000_000
"""Of objects that are copied; of a larger repository the copy has one commit and no history."""

MOST_BUNDLE_BYTES = 20_000_000
"""Of a bundle that is kept beside a recorded run; a larger history is left out."""

MOST_REFS = 1_000
"""Of which a list is kept; with more, a copy has those of the moment in which it is made."""

REF_FORMAT = "%(objectname) %(refname)"
REF_KINDS = ("refs/heads", "refs/tags", "refs/remotes")

TIMEOUT_S = 120.0
_ALWAYS = ("config", "info", "hooks", "shallow")
_HISTORY = ("packed-refs", "refs", "objects")
_NO_MORE: Mapping[str, str] = MappingProxyType({})
_STAGED_REF = "refs/architect/staged"
_SERVES_ANY = "git -c uploadpack.allowAnySHA1InWant=true upload-pack"


def copy_repository(top: Path, target: Path) -> None:
    """Give the folder `target` a copy of the repository of the working tree at `top`, if it is one.

    HEAD is where it is in `top`; there is no index.

    Raises:
        UserError: that is not possible.
    """
    asked = ("rev-parse", "--absolute-git-dir", "--git-common-dir")
    said = _git(top, *asked)
    if said is None:
        return
    own, shared = (top / line for line in os.fsdecode(said).split("\n")[:2])
    copy = target / ".git"
    is_large = _size(shared / "objects") > MOST_OBJECT_BYTES
    try:
        copy.mkdir(parents=True)
        shutil.copyfile(own / "HEAD", copy / "HEAD")
        for name in _ALWAYS if is_large else (*_ALWAYS, *_HISTORY):
            _copy(shared / name, copy / name)
        for folder in ("objects", "refs"):
            (copy / folder).mkdir(exist_ok=True)
    except OSError as error:  # shutil.Error is one, too
        raise UserError(
            english("the repository {top!r} cannot be copied: {error}", top=str(top), error=error)
        ) from error
    _git(target, "config", "--unset-all", "core.worktree")
    if is_large and (head := _git(top, "rev-parse", "--verify", "--quiet", "HEAD")) is not None:
        fetch_commit(top, target, head.decode().strip())


def fetch_commit(top: Path, target: Path, commit: str) -> None:
    """Have `commit` of `top` in the copy at `target`, without its history if it is not there."""
    if commit and _git(target, "cat-file", "-e", f"{commit}^{{tree}}") is None:
        source = ("--depth=1", f"--upload-pack={_SERVES_ANY}", f"file://{top}", commit)
        _git(target, "fetch", "--quiet", "--no-tags", *source, variables=FROM_FILES)


def restore_refs(target: Path, told: str) -> None:
    """Give the copy at `target` the refs that `told` lists in `REF_FORMAT`, if it lists any.

    One whose commit is gone stays away.
    """
    if not told:
        return
    git = target / ".git"
    for kind in REF_KINDS:
        shutil.rmtree(git / kind, ignore_errors=True)
    (git / "packed-refs").unlink(missing_ok=True)
    (git / "refs" / "heads").mkdir(parents=True)
    entries = list(_entries(told))
    asked = "".join(f"{commit}\n" for commit, _ in entries)
    known = (_git(target, "cat-file", "--batch-check", stdin=asked) or b"").decode().split("\n")
    here = {line.split(" ")[0] for line in known if not line.endswith(" missing")}
    orders = (f"create {ref} {commit}\n" for commit, ref in entries if commit in here)
    _git(target, "update-ref", "--stdin", stdin="".join(orders))


def point_head(target: Path, *, branch: str, commit: str) -> None:
    """Have `branch` checked out at `commit`; without a branch HEAD itself is there."""
    if branch:
        _git(target, "symbolic-ref", "HEAD", branch)
        _git(target, "update-ref", *((branch, commit) if commit else ("-d", branch)))
    elif commit:
        _git(target, "update-ref", "--no-deref", "HEAD", commit)


def fill_index(target: Path, commit: str) -> None:
    """Have the index of the copy at `target` hold the tree of `commit`, and no file touched."""
    if commit:
        keys = _git(target, "config", "--null", "--name-only", "--get-regexp", r"^filter\.") or b""
        _git(target, "read-tree", commit)
        no_filters = without_filters(os.fsdecode(keys).split("\0"))
        _git(target, "update-index", "-q", "--refresh", variables=no_filters)


def bundle_repository(folder: Path, file: Path) -> bool:
    """Write what is checked out and staged in `folder`, with its history, into a git bundle.

    Whether that went: not without a commit, and not if it takes more than `MOST_BUNDLE_BYTES`.
    https://git-scm.com/docs/git-bundle
    """
    staged = _git(folder, "write-tree")
    if staged is None:
        return False
    who = ("-c", "user.name=architect", "-c", "user.email=architect@localhost")
    commit = _git(folder, *who, "commit-tree", "-m", "staged", staged.decode().strip())
    if commit is None or _git(folder, "update-ref", _STAGED_REF, commit.decode().strip()) is None:
        return False
    branch = (_git(folder, "symbolic-ref", "--quiet", "HEAD") or b"").decode().strip()
    what = ("HEAD", *filter(None, (branch,)), _STAGED_REF)
    if _git(folder, "bundle", "create", "--quiet", str(file.absolute()), *what) is None:
        return False
    if file.stat().st_size > MOST_BUNDLE_BYTES:
        file.unlink()
        return False
    return True


def unbundle_repository(file: Path, folder: Path) -> bool:
    """Make `folder` a repository of a bundle of `bundle_repository`; whether that went."""
    source = str(file.absolute())
    _git(folder, "init", "--quiet")
    fetch = ("fetch", "--quiet", "--update-head-ok", source, "+refs/*:refs/*")
    if _git(folder, *fetch, variables=FROM_FILES) is None:
        return False
    refs = (_git(folder, "for-each-ref", f"--format={REF_FORMAT}", "refs/heads") or b"").decode()
    head = (_git(folder, "bundle", "list-heads", source, "HEAD") or b"").decode().split()
    branches = [ref for _, ref in _entries(refs)]
    point_head(folder, branch=branches[0] if branches else "", commit=head[0] if head else "")
    fill_index(folder, _STAGED_REF)
    _git(folder, "update-ref", "-d", _STAGED_REF)
    return True


def _entries(listed: str) -> Iterator[tuple[str, str]]:
    """Commit and ref of each line in `REF_FORMAT`."""
    for line in listed.split("\n"):
        commit, _, ref = line.partition(" ")
        if ref:
            yield commit, ref


def _git(
    folder: Path, *arguments: str, stdin: str = "", variables: Mapping[str, str] = _NO_MORE
) -> bytes | None:
    words = ("git", *RUNS_NOTHING, "-c", "core.logAllRefUpdates=false", *arguments)
    given = stdin.encode("utf-8", "surrogateescape")
    return git_output(words, folder=folder, variables=variables, stdin=given, timeout_s=TIMEOUT_S)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, ignore=_without_ours)
    elif source.exists():
        shutil.copyfile(source, target)


def _without_ours(folder: str, names: Sequence[str]) -> set[str]:
    return {"architect"} & set(names) if Path(folder).name == "refs" else set()


def _size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
