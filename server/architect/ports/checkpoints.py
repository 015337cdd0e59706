"""Where states of the working tree are kept."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from architect.domain.checkpoints import Checkpoint, MadeCheckpoint, TreeDifference
from architect.domain.ids import RunId, SessionId


class Checkpoints(Protocol):
    """The checkpoints of a workspace in a repository, of all its sessions.

    Neither HEAD, nor the index, the stash or the working tree of the user is ever touched. Each
    call may raise a `VcsFault`.
    """

    async def take(
        self, run_id: RunId, step: int, why: str, *, unsaved: Mapping[str, bytes]
    ) -> MadeCheckpoint:
        """Keep the tree as it is; where nothing has changed, it is the checkpoint before.

        What is `unsaved`, by path, takes the place of what the disk has.
        """
        ...

    async def of_session(self, session_id: SessionId) -> Sequence[Checkpoint]:
        """Those of a session, oldest first; none if there are none."""
        ...

    async def sessions(self) -> Sequence[SessionId]:
        """The sessions that have some, oldest first."""
        ...

    async def find(self, commit: str) -> Checkpoint | None:
        """The checkpoint whose commit begins so; None if no session has it."""
        ...

    async def differences(self, old: str, new: str) -> Sequence[TreeDifference]:
        """What differs between the trees of two commits."""
        ...

    async def contents(self, blobs: Collection[str]) -> Mapping[str, bytes]:
        """The contents of those that are there."""
        ...

    async def export(self, commit: str, folder: Path) -> Path:
        """Make `folder` a repository of its own with the tree of a checkpoint in it.

        Its HEAD is the one of the user's when the session began, as far as that is known. The
        answer is where the workspace is in it.
        """
        ...

    async def forget(self, session_id: SessionId) -> None:
        """Let go of those of a session."""
        ...
