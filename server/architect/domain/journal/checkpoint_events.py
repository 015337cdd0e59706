"""States of the working tree that were kept."""

from typing import Literal

from architect.frozen import frozen


@frozen(kw_only=True)
class CheckpointMade:
    """The tree behind step `step` is kept as the commit; `left_out` are paths it does not have."""

    type: Literal["checkpoint.made"] = "checkpoint.made"
    step: int
    commit: str
    left_out: tuple[str, ...] = ()


@frozen(kw_only=True)
class CheckpointFailed:
    """From here on the run makes no checkpoints, and why."""

    type: Literal["checkpoint.failed"] = "checkpoint.failed"
    reason: str
