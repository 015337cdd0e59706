"""The tree of one unit: a repository of its own that borrows the objects of another.

So nothing that a unit does to branches, stashes, configuration or hooks reaches the user. What it
did is read with a git directory outside of the tree, which nothing in the tree can configure:
https://git-scm.com/docs/gitrepository-layout
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from architect.adapters.trees.plumbing import AS_ARCHITECT, commit_tree, git
from architect.adapters.trees.repository_trees import RESULT
from architect.adapters.trees.staging import stage
from architect.domain.errors import VcsFault
from architect.l10n import at, english

_NOT_MADE = english("git cannot make the tree of a unit")
_NOT_READ = english("git cannot read what a unit did")
_REFS = ("refs/heads", "refs/tags", "refs/remotes")
_OVERRIDES = """
[core]
\tworktree = "{worktree}"
\tbare = false
\thooksPath = {null}
\tfsmonitor = false
"""
"""What of the configuration of the user would lead back to them."""

_STARTS_OURS = "/.architect/sessions/\n/.architect/tmp/\n"


class UnitTree:
    """The tree in `folder`, which is made for it and removed with it.

    `prefix` is the workspace below the top of the repository, with a slash behind.
    """

    def __init__(self, folder: Path, *, prefix: str = "") -> None:
        self.folder = folder
        self.top = folder / "tree"
        self.root = self.top / prefix
        self._own = folder / "own.git"
        self._base = ""

    def make(
        self,
        repository: Path,
        commit: str,
        *,
        branch: str,
        links: Sequence[str] = (),
        links_to: Path | None = None,
    ) -> list[Path]:
        """Check out `commit` of the repository around that workspace, on a new `branch`.

        Of `links`, which are paths in the workspace or in `links_to`, what is there and ignored by
        git is linked to.
        Gives what the tree needs beside itself, to be read only.

        Raises:
            VcsFault: git fails.
        """
        where = ("rev-parse", "--path-format=absolute", "--git-common-dir")
        shared = Path(git(repository, *where, failure=_NOT_MADE).removesuffix("\n"))
        workspace = links_to or repository
        linked = _ignored(workspace, links)
        listing = ("for-each-ref", "--format=%(objectname) %(refname)", *_REFS)
        refs = git(repository, *listing, failure=_NOT_MADE)
        self._base = commit
        try:
            for directory in (self.top / ".git", self._own):
                self._lay_out(directory, shared, refs)
            head = f"ref: refs/heads/{branch}\n"
            (self.top / ".git" / "HEAD").write_bytes(head.encode())
            (self._own / "HEAD").write_bytes(b"ref: refs/heads/none\n")
            self._exclude(shared, linked)
        except OSError as error:
            raise VcsFault(at(_NOT_MADE, str(error))) from error
        git(self.top, "reset", "--hard", "--quiet", commit, failure=_NOT_MADE)
        shutil.copyfile(self.top / ".git" / "index", self._own / "index")
        for link in linked:
            self._link(workspace, link)
        return [shared / "objects", *(workspace / link for link in linked)]

    def finish(self) -> tuple[str, tuple[str, ...]]:
        """The commit of what is there now and the files that differ from the beginning.

        Raises:
            VcsFault: git fails.
        """
        stage(self.top, "all", failure=_NOT_READ, variables=self._variables())
        tree = self._read("write-tree").strip()
        if tree == self._read("rev-parse", f"{self._base}^{{tree}}").strip():
            return self._base, ()
        variables = {**AS_ARCHITECT, **self._variables()}
        message = "What a unit did\n"
        commit = commit_tree(
            self.top, tree, parents=(self._base,), message=message, variables=variables
        )
        names = self._read("diff", "--name-only", "--no-renames", "-z", self._base, commit)
        return commit, tuple(filter(None, names.split("\0")))

    def bundle(self, commit: str) -> Path:
        """A file that holds what of `commit` is new.

        Raises:
            VcsFault: git fails.
        """
        self._read("update-ref", RESULT, commit)
        file = self.folder / "result.bundle"
        self._read("bundle", "create", "--quiet", str(file), RESULT, f"^{self._base}")
        return file

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _lay_out(self, directory: Path, shared: Path, refs: str) -> None:
        (directory / "objects" / "info").mkdir(parents=True)
        (directory / "refs" / "heads").mkdir(parents=True)
        (directory / "info").mkdir()
        alternates = f"{shared / 'objects'}\n"
        (directory / "objects" / "info" / "alternates").write_bytes(os.fsencode(alternates))
        shutil.copyfile(shared / "config", directory / "config")
        if (shared / "shallow").exists():
            shutil.copyfile(shared / "shallow", directory / "shallow")
        # https://git-scm.com/docs/git-pack-refs
        (directory / "packed-refs").write_bytes(refs.encode("utf-8", "surrogateescape"))
        with (directory / "config").open("a", encoding="utf-8") as config:
            config.write(_OVERRIDES.format(worktree=self.top, null=os.devnull))

    def _exclude(self, shared: Path, linked: Sequence[str]) -> None:
        try:
            users = (shared / "info" / "exclude").read_bytes()
        except OSError:
            users = b""
        prefix = self.root.relative_to(self.top).as_posix()
        start = "/" if prefix == "." else f"/{prefix}/"
        ours = _STARTS_OURS + "".join(f"{start}{link}\n" for link in linked)
        for directory in (self.top / ".git", self._own):
            (directory / "info" / "exclude").write_bytes(users + b"\n" + os.fsencode(ours))

    def _link(self, workspace: Path, name: str) -> None:
        source, target = workspace / name, self.root / name
        if not os.path.lexists(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(source)

    def _read(self, *arguments: str) -> str:
        return git(self.top, *arguments, failure=_NOT_READ, variables=self._variables())

    def _variables(self) -> dict[str, str]:
        return {"GIT_DIR": str(self._own), "GIT_WORK_TREE": str(self.top)}


def _ignored(workspace: Path, names: Sequence[str]) -> list[str]:
    """Those of the paths in a workspace that are there and that git ignores."""
    there = "".join(f"{name}\0" for name in names if (workspace / name).exists())
    if not there:
        return []
    how = ("check-ignore", "-z", "--stdin")
    said = git(workspace, *how, failure=_NOT_MADE, stdin=os.fsencode(there), codes=(0, 1))
    return list(filter(None, said.split("\0")))
