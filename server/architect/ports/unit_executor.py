"""Where the units of a workflow run."""

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Protocol

from architect.domain.ids import SessionId, WorkflowId
from architect.domain.trace_context import TraceContext
from architect.domain.usage import Usage
from architect.domain.workflows.unit import Unit, UnitResult
from architect.frozen import frozen

Spent = Callable[[Usage, float | None], None]
"""Told of each reply of the model: its tokens, and what it cost if that is known."""


@frozen(kw_only=True)
class UnitOrder:
    """One attempt at a unit.

    `tree` is the commit that a copy begins with; `share_usd` and `timeout_s` are the bounds of this
    attempt. Its run carries on `trace`.
    """

    workflow_id: WorkflowId
    unit: Unit
    attempt: int
    session_id: SessionId
    tree: str
    share_usd: float | None
    timeout_s: float | None
    trace: TraceContext = field(default_factory=dict[str, str])


@frozen(kw_only=True)
class Dropped:
    """What is known of an attempt that has no result.

    `note` is what the user has to know, mostly nothing. `replies` are all that its own record has,
    in the order in which they were told; empty where nothing is recorded that was not told.
    """

    note: str = ""
    replies: Sequence[tuple[Usage, float | None]] = ()


class UnitExecutor(Protocol):
    """Runs units, each at most once at a time."""

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        """The result of the attempt.

        A cancellation ends the run, and everything it started, before this ends.

        Raises:
            UnitLostError: there is no result, and none will come.
            ExecutorLostError: nor can there be one of any other unit.
        """
        ...

    async def drop(self, order: UnitOrder) -> Dropped:
        """Undo what an attempt did that has no result."""
        ...

    async def undo(self, order: UnitOrder) -> str:
        """Undo what an attempt did in the user's files, and say what of it was left alone."""
        ...

    async def aclose(self) -> None:
        """End everything that was started for units."""
        ...
