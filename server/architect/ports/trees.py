"""The trees that the units of a workflow begin and end with, in the repository of the workspace."""

from typing import Protocol

from architect.domain.ids import WorkflowId


class Trees(Protocol):
    """Commits that no branch of the user shows; HEAD, index and files stay as they are."""

    async def snapshot(self, workflow_id: WorkflowId) -> str:
        """A commit that holds the files as they are: HEAD, or a child of it with what is not in it.

        It stays until `forget`.

        Raises:
            VcsFault: this is no git repository with a commit, or git fails.
        """
        ...

    async def diff(self, old: str, new: str) -> str:
        """What changed between two of these commits, as a patch.

        Raises:
            VcsFault: git fails.
        """
        ...

    async def make_branch(self, name: str, tree: str, *, base: str, message: str) -> str:
        """Commit the files of `tree` on top of `base`, as a new branch; the id of the commit.

        Raises:
            NameTakenError: there is such a branch.
            VcsFault: git fails.
        """
        ...

    async def forget(self, workflow_id: WorkflowId) -> None:
        """Let git remove what no branch holds."""
        ...
