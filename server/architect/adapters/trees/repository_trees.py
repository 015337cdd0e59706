"""Trees in the repository of the user, on refs of our own."""

import asyncio
import itertools
import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from architect.adapters.files.project_folder import project_folder
from architect.adapters.git_settings import refuse_unknown_programs, require_own_files
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.trees.intake import bring_objects
from architect.adapters.trees.plumbing import AS_ARCHITECT, commit_tree, git
from architect.adapters.trees.sealed_repository import commit_of
from architect.adapters.trees.staging import stage
from architect.domain.errors import NameTakenError, VcsFault
from architect.domain.ids import WorkflowId
from architect.l10n import at, english
from architect.ports.trees import MergedTree

REFS = "refs/architect/workflows"
RESULT = "refs/architect/result"
"""What a bundle that comes back holds."""

FOLDER = ".workflows"
"""Below the folder of sessions, whose listings leave out names that begin with a dot."""

_NUMBERS = itertools.count(1)
_NO_COMMIT = "0" * 40
_NOT_KEPT = english("git cannot keep the files as they are")


class RepositoryTrees:
    """The trees of the repository around `root`; see `ports.trees.Trees`.

    New files that `hides` names are not in a snapshot: they may hold secrets.
    """

    def __init__(self, root: Path, *, hides: Callable[[str], bool]) -> None:
        self._root = root
        self._hides = hides
        self._seen: dict[str, str] = {}

    @property
    def top(self) -> Path:
        """The top of the working tree.

        Raises:
            VcsFault: git fails.
        """
        said = git(
            self._root, "rev-parse", "--show-toplevel", failure=english("this is no git repository")
        )
        return Path(said.removesuffix("\n"))

    @property
    def prefix(self) -> str:
        """Where `root` is below the top, with a slash behind.

        Raises:
            VcsFault: git fails.
        """
        prefix = self._root.resolve().relative_to(self.top).as_posix()
        return "" if prefix == "." else f"{prefix}/"

    async def require_committer(self) -> None:
        """Make sure that git knows who commits, before anybody works for it.

        Raises:
            VcsFault: it does not.
        """
        asked = ("var", "GIT_COMMITTER_IDENT")
        try:
            await asyncio.to_thread(git, self._root, *asked, failure="")
        except VcsFault as fault:
            raise VcsFault(
                english(
                    "git does not know who commits; set user.name and user.email with `git config`"
                )
            ) from fault

    async def snapshot(self, workflow_id: WorkflowId) -> str:
        commit = await self.unkept_snapshot()
        await self.keep(workflow_id, commit)
        return commit

    async def unkept_snapshot(self) -> str:
        """The same, but nothing keeps the commit: git removes it in weeks if nobody does.

        Raises:
            VcsFault: this is no git repository with a commit, or git fails.
        """
        return await asyncio.to_thread(self._snapshot)

    async def keep(self, workflow_id: WorkflowId, commit: str) -> None:
        await asyncio.to_thread(self._keep, workflow_id, commit)

    async def diff(self, old: str, new: str) -> str:
        how = ("--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/")
        failure = english("git cannot compare")

        def compared() -> str:
            # They may come from a record that a stranger wrote, and be options: `--output=FILE`.
            commits = [commit_of(self._root, each) for each in (old, new)]
            return git(self._root, "diff", *how, "--relative", *commits, failure=failure)

        return await asyncio.to_thread(compared)

    async def take(self, workflow_id: WorkflowId, bundle: Path) -> str:
        """The commit that a bundle brings, kept until `forget`.

        Raises:
            VcsFault: git cannot read it.
        """
        return await asyncio.to_thread(self._take, workflow_id, bundle)

    async def merge(self, base: str, commits: Sequence[str]) -> MergedTree:
        return await asyncio.to_thread(self._merge, base, commits)

    async def make_branch(
        self, name: str, tree: str, *, parents: Sequence[str], message: str
    ) -> str:
        return await asyncio.to_thread(self._make_branch, name, tree, parents, message)

    async def merged_branches(
        self, prefix: str, names: Iterable[str]
    ) -> tuple[list[str], dict[str, str]]:
        """Those of the branches `names` that are merged into others, and why the rest is kept.

        Only what begins with `prefix` is looked at, and only other branches count: of two that are
        merged into each other one stays.

        Raises:
            VcsFault: git fails.
        """
        return await asyncio.to_thread(self._merged_branches, prefix, names)

    async def remove_branches(self, names: Sequence[str]) -> None:
        """Remove branches, each if it is where it was when it was found merged.

        Raises:
            VcsFault: git fails.
        """
        await asyncio.to_thread(self._remove_branches, names)

    async def forget(self, workflow_id: WorkflowId) -> None:
        await asyncio.to_thread(self._forget, workflow_id)

    def _snapshot(self) -> str:
        found = git(
            self._root,
            *("rev-parse", "--show-toplevel", "--git-path", "index", "--verify", "HEAD^{commit}"),
            failure=english("this is no git repository with a commit"),
        )
        top, index, head = found.split("\n")[:3]
        require_own_files(self._root)
        refuse_unknown_programs(self._root)
        try:
            folder = project_folder(self._root, SESSIONS, FOLDER)
        except OSError as error:
            raise VcsFault(at(_NOT_KEPT, str(error))) from error
        copy = folder / f"index.{os.getpid()}.{next(_NUMBERS)}"
        variables = {"GIT_INDEX_FILE": str(copy.absolute())}
        try:
            self._copy_index(self._root / index, copy)
            self._add(Path(top), variables)
            tree = git(self._root, "write-tree", failure=_NOT_KEPT, variables=variables).strip()
        except OSError as error:
            raise VcsFault(at(_NOT_KEPT, str(error))) from error
        finally:
            for left in (copy, copy.with_name(f"{copy.name}.lock")):
                left.unlink(missing_ok=True)
        before = git(self._root, "rev-parse", f"{head}^{{tree}}", failure=_NOT_KEPT).strip()
        commit = head
        if tree != before:
            message = "Changes that were not committed\n"
            commit = commit_tree(
                self._root, tree, parents=(head,), message=message, variables=AS_ARCHITECT
            )
        return commit

    @staticmethod
    def _copy_index(index: Path, copy: Path) -> None:
        try:
            shutil.copyfile(index, copy)
        except FileNotFoundError:
            copy.unlink(missing_ok=True)

    def _add(self, top: Path, variables: dict[str, str]) -> None:
        """Have the index hold what is there, but no new file that may hold secrets."""
        stage(top, "update", failure=_NOT_KEPT, variables=variables)
        others = ("ls-files", "--others", "--exclude-standard", "-z")
        new = git(top, *others, failure=_NOT_KEPT, variables=variables).split("\0")
        shown = "".join(f"{name}\0" for name in new if name and not self._hides(name))
        if shown:
            how = ("add", "--pathspec-from-file=-", "--pathspec-file-nul")
            names, literal = os.fsencode(shown), {"GIT_LITERAL_PATHSPECS": "1"}
            git(top, *how, failure=_NOT_KEPT, stdin=names, variables=variables | literal)

    def _keep(self, workflow_id: WorkflowId, name: str) -> None:
        commit = commit_of(self._root, name)
        ref = f"{REFS}/{workflow_id}/{commit}"
        git(self._root, "update-ref", "--no-deref", ref, commit, failure=_NOT_KEPT)

    def _take(self, workflow_id: WorkflowId, bundle: Path) -> str:
        failure = english("git cannot read what a unit brought back")
        commit = bring_objects(self._root, bundle, RESULT, failure=failure)
        self._keep(workflow_id, commit)
        return commit

    def _merge(self, base: str, commits: Sequence[str]) -> MergedTree:
        failure = english("git cannot merge")
        refuse_unknown_programs(self._root, merging=True)
        merged, conflicts = base, dict[str, tuple[str, ...]]()
        for commit in commits:
            how = ("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z")
            said = git(self._root, *how, merged, commit, failure=failure, codes=(0, 1))
            tree, *files = said.split("\0")
            if any(files):
                conflicts[commit] = tuple(dict.fromkeys(filter(None, files)))
                continue
            message = f"Merge {commit[:12]}\n"
            merged = commit_tree(
                self._root, tree, parents=(merged, commit), message=message, variables={}
            )
        return MergedTree(merged, conflicts)

    def _make_branch(self, name: str, tree: str, parents: Sequence[str], message: str) -> str:
        failure = english("git cannot make the branch {name!r}", name=name)
        git(self._root, "check-ref-format", "--branch", name, failure=failure)
        commit = tree
        if message:
            files = f"{tree}^{{tree}}"
            # With the identity of the user, who is asked for by git itself.
            commit = commit_tree(self._root, files, parents=parents, message=message, variables={})
        known = ("rev-parse", "--verify", "--quiet", f"refs/heads/{name}")
        if found := git(self._root, *known, failure=failure, codes=(0, 1)).strip():
            if self._are_alike(commit, f"refs/heads/{name}", failure):
                return found
            raise NameTakenError(english("there is a branch {name!r} already", name=name))
        order = ("update-ref", f"refs/heads/{name}", commit, _NO_COMMIT)
        git(self._root, *order, failure=failure)
        return commit

    def _merged_branches(
        self, prefix: str, names: Iterable[str]
    ) -> tuple[list[str], dict[str, str]]:
        failure = english("git cannot list branches")
        how = ("for-each-ref", "--format=%(HEAD)%(refname:short) %(objectname)", "refs/heads")
        lines = git(self._root, *how, failure=failure).split("\n")
        commits = dict(line[1:].split(" ") for line in lines if line)
        checked_out = {line[1:].split(" ")[0] for line in lines if line.startswith("*")}
        merged: list[str] = []
        kept: dict[str, str] = {}
        for name in dict.fromkeys(names):
            if not name.startswith(prefix) or name not in commits:
                continue
            if name in checked_out:
                kept[name] = english("it is checked out")
                continue
            how = ("for-each-ref", "--format=%(refname:short)", f"--contains={commits[name]}")
            others = git(self._root, *how, "refs/heads", "refs/remotes", failure=failure)
            if set(others.split()) - {name, *merged}:
                merged.append(name)
            else:
                kept[name] = english("no other branch has what is on it")
        self._seen = {name: commits[name] for name in merged}
        return merged, kept

    def _remove_branches(self, names: Sequence[str]) -> None:
        orders = "".join(f"delete refs/heads/{name} {self._seen[name]}\n" for name in names)
        if orders:
            failure = english("git cannot remove branches")
            git(self._root, "update-ref", "--stdin", failure=failure, stdin=os.fsencode(orders))

    def _are_alike(self, one: str, other: str, failure: str) -> bool:
        """Whether two commits differ in their times only: what was cut off behind it made one."""
        told = [
            git(
                self._root, "show", "-s", "--format=%T %P %B", f"{each}^{{commit}}", failure=failure
            )
            for each in (one, other)
        ]
        return told[0] == told[1]

    def _forget(self, workflow_id: WorkflowId) -> None:
        failure = english("git cannot forget the trees of a workflow")
        refs = f"{REFS}/{workflow_id}/"
        listed = git(
            self._root, "for-each-ref", "--format=delete %(refname)", refs, failure=failure
        )
        if listed:
            git(self._root, "update-ref", "--stdin", failure=failure, stdin=listed.encode())
