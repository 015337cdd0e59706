"""The trees that the units of a workflow begin and end with, in the repository of the workspace."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from architect.domain.ids import WorkflowId
from architect.frozen import frozen


@frozen
class MergedTree:
    """A commit that has all in it but those of `conflicts`, by whose commit there are the files."""

    commit: str
    conflicts: Mapping[str, tuple[str, ...]]


class Trees(Protocol):
    """Commits that no branch of the user shows; HEAD, index and files stay as they are."""

    async def snapshot(self, workflow_id: WorkflowId) -> str:
        """A commit that holds the files as they are: HEAD, or a child of it with what is not in it.

        It stays until `forget`.

        Raises:
            VcsFault: this is no git repository with a commit, or git fails.
        """
        ...

    async def keep(self, workflow_id: WorkflowId, commit: str) -> None:
        """Have a commit stay until `forget`.

        Raises:
            VcsFault: there is none of that name, or git fails.
        """
        ...

    async def diff(self, old: str, new: str) -> str:
        """What changed between two of these commits, as a patch.

        Raises:
            VcsFault: git fails.
        """
        ...

    async def merge(self, base: str, commits: Sequence[str]) -> MergedTree:
        """Merge `commits` into `base`, one after the other, as far as there are no conflicts.

        Raises:
            VcsFault: git fails.
        """
        ...

    async def make_branch(
        self, name: str, tree: str, *, parents: Sequence[str], message: str
    ) -> str:
        """Commit the files of `tree` on top of `parents`, as a new branch; the id of the commit.

        Without a `message` the branch is at `tree` itself.

        A branch that was made so before is taken for it.

        Raises:
            NameTakenError: there is another branch of that name.
            VcsFault: git fails.
        """
        ...

    async def forget(self, workflow_id: WorkflowId) -> None:
        """Let git remove what no branch holds."""
        ...
