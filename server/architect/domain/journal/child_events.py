"""What a run knows of the runs that its calls open."""

from typing import Literal

from architect.domain.ids import CallId, RunId
from architect.domain.outcome import RunError, Status, StopReason
from architect.domain.usage import Usage
from architect.frozen import frozen
from architect.l10n import english

SUBAGENT = english("subagent")
"""What the replies of such runs are paid for."""


@frozen(kw_only=True)
class ChildStarted:
    """The call opened the run `child_id`, which has a journal of its own beside this one.

    `task` is what it is called if that is not its task.
    """

    type: Literal["child.started"] = "child.started"
    call_id: CallId
    child_id: RunId
    agent: str
    task: str


@frozen(kw_only=True)
class ChildCalled:
    """A call in the child `child_id`, or in a run below it, is being made.

    `call_id` is the call that opened the child; `name` and `summary` are as in `ToolDecided`.
    """

    type: Literal["child.called"] = "child.called"
    call_id: CallId
    child_id: RunId
    name: str
    summary: str


@frozen(kw_only=True)
class ChildReplied:
    """A reply in the child `child_id`, or in a run below it, which counts against the budget here.

    `cost_usd` is None if the model's price is unknown.
    """

    type: Literal["child.replied"] = "child.replied"
    call_id: CallId
    child_id: RunId
    usage: Usage
    cost_usd: float | None


@frozen(kw_only=True)
class ChildDenied:
    """A call in the child `child_id`, or in a run below it, was denied, so this run is no success.

    `call_id` is the call that opened the child; the rest is as in `ToolDecided`.
    """

    type: Literal["child.denied"] = "child.denied"
    call_id: CallId
    child_id: RunId
    name: str
    summary: str
    by: str
    reason: str


@frozen(kw_only=True)
class ChildFetches:
    """A call in the child `child_id`, or in a run below it, may bring in text from `outside`.

    `call_id` is the call that opened the child. Whether some came in, `run.tainted` says; if the
    process dies before, nobody knows.
    """

    type: Literal["child.fetches"] = "child.fetches"
    call_id: CallId
    child_id: RunId
    outside: str


@frozen(kw_only=True)
class ChildFinished:
    """The end of the child `child_id`; `usage` and `cost_usd` are the sums of its replies.

    `stop_reason` is None in journals that did not say so.
    """

    type: Literal["child.finished"] = "child.finished"
    call_id: CallId
    child_id: RunId
    status: Status
    stop_reason: StopReason | None = None
    error: RunError | None = None
    usage: Usage
    cost_usd: float | None
