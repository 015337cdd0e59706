"""Checkpoints: states of the working tree that can be gone back to."""

from datetime import datetime

from architect.domain.ids import RunId
from architect.frozen import frozen

REFS = "refs/architect/checkpoints"
"""Below it each session has one ref, which leads to the last of its checkpoints."""


@frozen(kw_only=True)
class Checkpoint:
    """The tree as it was behind step `step` of a run; 0 is before its first one.

    `commit` is what git calls it, `why` what was done then, in a few words.
    """

    commit: str
    run_id: RunId
    step: int
    at: datetime
    why: str


@frozen(kw_only=True)
class MadeCheckpoint:
    """A checkpoint that was just made; `is_new` says that the tree is not that of the one before.

    `left_out` are paths that are not in it, and why.
    """

    commit: str
    is_new: bool
    left_out: tuple[tuple[str, str], ...] = ()


@frozen
class TreeEntry:
    """What a tree has at a path: the mode and the name of the content as git writes them."""

    mode: str
    blob: str

    @property
    def is_link(self) -> bool:
        return self.mode == "120000"

    @property
    def is_executable(self) -> bool:
        return self.mode == "100755"


@frozen
class TreeDifference:
    """A path, relative to the workspace, that differs between two checkpoints."""

    path: str
    old: TreeEntry | None
    new: TreeEntry | None
