"""The repository as a session found it: kept with its first checkpoint, and made again elsewhere.

The message of that checkpoint says which branch and commit were checked out. Its only parent is a
commit of what was staged, where `git stash` has it, too, whose message lists the refs.
"""

import contextlib
import re
from pathlib import Path

from architect.adapters.checkpoints.own_repository import OwnRepository, commit_name
from architect.adapters.git_copy import (
    MOST_REFS,
    REF_FORMAT,
    REF_KINDS,
    copy_repository,
    fetch_commit,
    fill_index,
    point_head,
    restore_refs,
)
from architect.domain.errors import VcsFault
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_TRAILER = lazy_pattern(r"^Architect-(Head|Branch): (.*)$", re.MULTILINE)
_BRANCHES = "refs/heads/"
_STAGED = "what was staged"
_NOT_MADE = english("git cannot say what is checked out")
_NOT_EXPORTED = english("git cannot write the tree of the checkpoint")


def first_state(repository: OwnRepository) -> tuple[str, tuple[str, ...]]:
    """Trailers for the message of a first checkpoint, and arguments that name its parent.

    There is no parent if the index is in the middle of a merge.

    Raises:
        VcsFault: git fails.
    """
    parent: tuple[str, ...] = ()
    with contextlib.suppress(VcsFault, OSError):
        parent = ("-p", _staged(repository))
    return _checked_out(repository), parent


def export(repository: OwnRepository, commit: str, folder: Path) -> Path:
    """Make `folder` a repository as it was, with the tree of `commit`; see `ports.checkpoints`.

    Raises:
        VcsFault: git fails, or there is no such checkpoint.
        UserError: the repository cannot be copied.
    """
    own, top = repository.own, repository.top
    message = _message(repository, commit_name(commit))
    told = dict(_TRAILER.findall(message))
    branch, head = told.get("Branch", ""), told.get("Head", "")
    if branch and not branch.startswith(_BRANCHES):
        raise VcsFault(english("{branch!r} is no branch", branch=branch))
    parents = own("rev-parse", f"{commit}^@", failure=_NOT_EXPORTED).decode().split()
    staged = parents[0] if parents and told else head
    copy_repository(top, folder)
    if staged != head:
        restore_refs(folder, _message(repository, staged).partition("\n\n")[2])
    for needed in filter(None, (head, staged)):
        fetch_commit(top, folder, commit_name(needed))
    point_head(folder, branch=branch, commit=head)
    index = {"GIT_INDEX_FILE": str(folder.with_name(f"{folder.name}.index"))}
    own("read-tree", commit, failure=_NOT_EXPORTED, variables=index)
    everything = ("checkout-index", "--all", "--force", f"--prefix={folder}/")
    own(*everything, failure=_NOT_EXPORTED, variables=index)
    fill_index(folder, staged)
    return folder / repository.prefix


def _checked_out(repository: OwnRepository) -> str:
    asked = {
        "Head": ("rev-parse", "--verify", "--quiet", "HEAD^{commit}"),
        "Branch": ("symbolic-ref", "--quiet", "HEAD"),
    }
    told = {
        name: repository.users(*words, failure=_NOT_MADE, codes=(0, 1)).strip()
        for name, words in asked.items()
    }
    return "".join(f"Architect-{name}: {each}\n" for name, each in told.items() if each)


def _staged(repository: OwnRepository) -> str:
    """A commit of the user's index, with the refs as they are in its message."""
    tree = repository.tree_of_users_index()
    how = ("for-each-ref", f"--format={REF_FORMAT}", f"--count={MOST_REFS + 1}", *REF_KINDS)
    refs = repository.users(*how, failure=_NOT_MADE)
    told = "" if refs.count("\n") > MOST_REFS else refs
    message = f"{_STAGED}\n\n{told}".encode("utf-8", "surrogateescape")
    said = repository.own("commit-tree", tree, failure=_NOT_MADE, stdin=message)
    return said.strip().decode()


def _message(repository: OwnRepository, commit: str) -> str:
    said = repository.own("log", "-1", "--format=%B", commit, failure=_NOT_EXPORTED)
    return said.decode("utf-8", "surrogateescape")
