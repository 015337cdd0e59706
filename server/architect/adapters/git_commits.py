"""Commits of what a run changed, by the command line of git.

Hooks of the repository are not run, since an agent may have written what they start.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from architect.adapters.git_environment import ENGLISH, IN_NO_SUBMODULE, RUNS_NOTHING
from architect.adapters.git_output import checked_git_output
from architect.adapters.git_settings import refuse_unknown_programs, require_own_files
from architect.domain.errors import VcsFault
from architect.l10n import english

_GIT = ("git", *RUNS_NOTHING)
_TIMEOUT_S = 120.0
_VARIABLES = {
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_EDITOR": "true",
    "GIT_TERMINAL_PROMPT": "0",
    **ENGLISH,
}
_UNFINISHED = {"MERGE_HEAD": english("a merge"), "CHERRY_PICK_HEAD": english("a cherry-pick")}
"""In which git commits all or nothing."""


class GitCommits:
    """The repository around `folder`, written to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def require(self, *, new_branch: str | None) -> None:
        """Make sure that a commit can be made here later, on `new_branch` if one is named.

        Raises:
            VcsFault: it cannot.
        """
        self._run("rev-parse", "--git-dir", failure=english("git can use no repository here"))
        require_own_files(self._folder)
        refuse_unknown_programs(self._folder)
        if not self._succeeds("var", "GIT_COMMITTER_IDENT"):
            raise VcsFault(
                english(
                    "git does not know who commits; set user.name and user.email with `git config`"
                )
            )
        for ref, what in _UNFINISHED.items():
            if self._succeeds("rev-parse", "--verify", "--quiet", ref):
                raise VcsFault(english("{what} is not finished here", what=what))
        if new_branch is None:
            return
        self._run(
            *("check-ref-format", "--branch", new_branch),
            failure=english("{name!r} is no name for a branch", name=new_branch),
        )
        if self._succeeds("show-ref", "--verify", "--quiet", f"refs/heads/{new_branch}"):
            raise VcsFault(english("there is a branch {name!r} already", name=new_branch))

    def changed(self) -> frozenset[str]:
        """The files that differ from the last commit, new ones included, below the folder.

        Raises:
            VcsFault: git cannot tell.
        """
        failure = english("git cannot list what is changed")
        new = self._new()
        listed = ("diff", "--no-ext-diff", IN_NO_SUBMODULE, "--name-only", "--relative", "-z")
        if self._succeeds("rev-parse", "--verify", "--quiet", "HEAD"):
            known = self._run(*listed, "HEAD", failure=failure).split("\0")
        else:
            known = self._run("ls-files", "-z", failure=failure).split("\0")
        return frozenset(filter(None, (*new, *known)))

    def _new(self) -> list[str]:
        listed = ("ls-files", "--others", "--exclude-standard", "-z")
        return self._run(*listed, failure=english("git cannot list what is new")).split("\0")

    def commit(self, paths: Sequence[str], message: str, *, new_branch: str | None) -> str:
        """Commit `paths` as they are, and nothing else; the short id of the commit.

        Raises:
            VcsFault: git refuses; index, HEAD and branches are as they were.
        """
        added = [path for path in self._new() if path in set(paths)]
        head = self._head()
        if new_branch is not None:
            failure = english("git cannot make the branch {name!r}", name=new_branch)
            self._run("switch", "--quiet", "--create", new_branch, failure=failure)
        try:
            failure = english("git cannot add files")
            self._run("add", "--intent-to-add", *_LISTED, failure=failure, stdin=_listed(paths))
            self._run(
                *("commit", "--quiet", "--only", "--message", message, *_LISTED),
                failure=english("git cannot commit"),
                stdin=_listed(paths),
            )
        except VcsFault:
            self._restore(added, head, new_branch)
            raise
        return self._run(
            "rev-parse", "--short", "HEAD", failure=english("git cannot commit")
        ).strip()

    def _head(self) -> tuple[str, ...]:
        """What makes HEAD again what it is now."""
        try:
            branch = self._run("symbolic-ref", "--quiet", "HEAD", failure="").strip()
        except VcsFault:
            commit = self._run(
                "rev-parse", "HEAD", failure=english("git cannot tell the commit")
            ).strip()
            return ("update-ref", "--no-deref", "HEAD", commit)
        return ("symbolic-ref", "HEAD", branch)

    def _restore(self, added: Sequence[str], head: Sequence[str], new_branch: str | None) -> None:
        """Leave the index and HEAD as they were before a commit that failed."""
        with suppress(VcsFault):
            if added:
                forget = ("rm", "--cached", "--quiet", "--force", "--ignore-unmatch")
                self._run(*forget, *_LISTED, failure="", stdin=_listed(added))
            if new_branch is not None:
                self._run(*head, failure="")
                self._run("branch", "--quiet", "-D", new_branch, failure="")

    def _succeeds(self, *arguments: str) -> bool:
        try:
            self._run(*arguments, failure="")
        except VcsFault:
            return False
        return True

    def _run(self, *arguments: str, failure: str, stdin: bytes = b"") -> str:
        said = checked_git_output(
            (*_GIT, *arguments),
            folder=self._folder,
            failure=failure,
            variables=_VARIABLES,
            kept=_IDENTITY,
            stdin=stdin,
            timeout_s=_TIMEOUT_S,
        )
        return said.decode("utf-8", "surrogateescape")


def _listed(paths: Sequence[str]) -> bytes:
    return "\0".join(paths).encode("utf-8", "surrogateescape")


_LISTED = ("--pathspec-from-file=-", "--pathspec-file-nul")
_IDENTITY = frozenset(
    f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL", "DATE")
)
"""Variables by which CI jobs say who commits."""
