"""Git as the trees of units use it: no hook, no monitor, no log of refs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import checked_git_output
from architect.l10n import english

TIMEOUT_S = 600.0
"""A large repository takes its time to be checked out."""

_ORDER = (
    "git",
    *RUNS_NOTHING,
    *("-c", "core.logAllRefUpdates=false"),
    *("-c", "gc.auto=0"),
    *("-c", "advice.addEmbeddedRepo=false"),
)
_ALWAYS = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true"}
_NO_MORE: Mapping[str, str] = MappingProxyType({})
_WHO = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "architect"), ("EMAIL", "architect@localhost"))
}
_WHEN = {f"GIT_{who}_DATE": "@0 +0000" for who in ("AUTHOR", "COMMITTER")}
AS_ARCHITECT = _WHO | _WHEN
"""For commits that hold a tree and that no branch shows: one tree is always one commit."""


def git(
    folder: Path,
    *arguments: str,
    failure: str,
    stdin: bytes = b"",
    variables: Mapping[str, str] = _NO_MORE,
    codes: Sequence[int] = (0,),
) -> str:
    """What git says in `folder`.

    Raises:
        VcsFault: it fails.
    """
    said = git_bytes(
        folder, *arguments, failure=failure, stdin=stdin, variables=variables, codes=codes
    )
    return said.decode("utf-8", "surrogateescape")


def git_bytes(
    folder: Path,
    *arguments: str,
    failure: str,
    stdin: bytes = b"",
    variables: Mapping[str, str] = _NO_MORE,
    codes: Sequence[int] = (0,),
) -> bytes:
    """The same as bytes, for what is no text.

    Raises:
        VcsFault: it fails.
    """
    return checked_git_output(
        (*_ORDER, *arguments),
        folder=folder,
        failure=failure,
        variables={**_ALWAYS, **variables},
        kept=_IDENTITY,
        stdin=stdin,
        codes=codes,
        timeout_s=TIMEOUT_S,
    )


_IDENTITY = frozenset(
    {f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
)


def commit_tree(
    folder: Path,
    tree: str,
    *,
    parents: Sequence[str],
    message: str,
    variables: Mapping[str, str],
) -> str:
    """The id of a new commit of `tree` on top of `parents`.

    Raises:
        VcsFault: git fails.
    """
    said = git(
        folder,
        *("commit-tree", tree, *(word for parent in parents for word in ("-p", parent))),
        failure=english("git cannot commit"),
        stdin=message.encode("utf-8", "surrogateescape"),
        variables=variables,
    )
    return said.strip()
