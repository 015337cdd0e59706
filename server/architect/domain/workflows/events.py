"""Everything that can happen in a workflow; the state is computed from it.

The journal holds one `WorkflowRecord` a line, as that of a session holds records. What happens
inside of a unit is in the journal of its session.
"""

import json
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal

from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.outcome import Status
from architect.domain.usage import Usage
from architect.domain.workflows.unit import Unit, UnitResult
from architect.frozen import frozen

SCHEMA_VERSION = 1
"""Of the journal's format; old journals always load."""


@frozen(kw_only=True)
class WorkflowLimits:
    """Of the workflow as a whole; None means no bound.

    `workers` units run at the same time; 0, of one that is to begin, is as many as its executor can
    run. A unit whose worker was lost starts again `unit_retries` times.
    """

    workers: int = 1
    budget_usd: float | None = None
    timeout_s: float | None = None
    unit_retries: int = 2


@frozen(kw_only=True)
class WorkflowStarted:
    """The first event. `base` is a commit that holds the files as they were, empty without git.

    `scheduler` is the address of Dask's, empty for one that is started with the workflow.
    `settings` are what this kind of workflow was asked, as JSON, from which it goes on after a
    crash. `flags` are those of the command that say which model and how, as far as they were given.
    `asked_in` is the session in which the user asked for it, if it was in one.
    """

    type: Literal["workflow.started"] = "workflow.started"
    schema_version: int = SCHEMA_VERSION
    workflow_id: WorkflowId
    kind: str
    title: str
    workspace: str
    base: str
    executor: str
    scheduler: str = ""
    limits: WorkflowLimits
    settings: str = "{}"
    flags: Mapping[str, str] = field(default_factory=dict[str, str])
    asked_in: SessionId | None = None

    @property
    def asked(self) -> str:
        """All that the user asked for, in one text."""
        return self.settings + (json.dumps(dict(self.flags), sort_keys=True) if self.flags else "")


@frozen(kw_only=True)
class WorkflowResumed:
    """Somebody continues it, perhaps with other limits."""

    type: Literal["workflow.resumed"] = "workflow.resumed"
    limits: WorkflowLimits


@frozen(kw_only=True)
class UnitAdded:
    type: Literal["unit.added"] = "unit.added"
    unit: Unit


@frozen(kw_only=True)
class UnitStarted:
    """The `attempt`, counted from 1, that may spend `share_usd` of the budget."""

    type: Literal["unit.started"] = "unit.started"
    unit_id: UnitId
    attempt: int
    session_id: SessionId
    share_usd: float | None = None


@frozen(kw_only=True)
class UnitSpent:
    """One reply of the model in a unit; `cost_usd` is None if its price is unknown."""

    type: Literal["unit.spent"] = "unit.spent"
    unit_id: UnitId
    usage: Usage
    cost_usd: float | None


@frozen(kw_only=True)
class UnitFinished:
    type: Literal["unit.finished"] = "unit.finished"
    unit_id: UnitId
    attempt: int
    result: UnitResult


@frozen(kw_only=True)
class UnitLost:
    """An attempt ended without a result; what it had done does not count, what it spent does.

    `counts` is false if it was stopped together with the whole workflow. `note` says what the user
    has to know of their files, if anything.
    """

    type: Literal["unit.lost"] = "unit.lost"
    unit_id: UnitId
    attempt: int
    reason: str
    counts: bool = True
    note: str = ""


@frozen(kw_only=True)
class UnitUndone:
    """What a unit did in the user's files is undone; `note` says what of it is not, if anything."""

    type: Literal["unit.undone"] = "unit.undone"
    unit_id: UnitId
    note: str = ""


@frozen(kw_only=True)
class UnitSkipped:
    type: Literal["unit.skipped"] = "unit.skipped"
    unit_id: UnitId
    reason: str


@frozen(kw_only=True)
class ApprovalAnswered:
    """What units have to wait for was approved by a person, or was not."""

    type: Literal["approval.answered"] = "approval.answered"
    approval: str
    approved: bool


@frozen(kw_only=True)
class BranchMade:
    """What a unit did is committed on `branch`."""

    type: Literal["branch.made"] = "branch.made"
    unit_id: UnitId
    branch: str
    commit: str


@frozen
class MergeConflict:
    """The branch of a unit that could not be merged, and the files in which others did the same."""

    unit_id: UnitId
    files: tuple[str, ...]


@frozen(kw_only=True)
class BranchesMerged:
    """The tree that a unit begins with: `commit` has the branches of the units `merged` in it."""

    type: Literal["branches.merged"] = "branches.merged"
    unit_id: UnitId
    commit: str
    merged: tuple[UnitId, ...]
    conflicts: tuple[MergeConflict, ...]


@frozen(kw_only=True)
class WorkflowPaused:
    """It stopped before its end and can be resumed; `reason` says why it did.

    `waiting_for` are the approvals without which nothing goes on.
    """

    type: Literal["workflow.paused"] = "workflow.paused"
    reason: str
    waiting_for: tuple[str, ...] = ()


@frozen(kw_only=True)
class WorkflowFinished:
    """The last event; `reason` says in a sentence how it ended."""

    type: Literal["workflow.finished"] = "workflow.finished"
    status: Status
    reason: str
    duration_s: float


UnitEvent = (
    UnitStarted
    | UnitSpent
    | UnitFinished
    | UnitLost
    | UnitUndone
    | UnitSkipped
    | BranchMade
    | BranchesMerged
)
"""What happens to a unit that was added."""

WorkflowEvent = (
    WorkflowStarted
    | WorkflowResumed
    | UnitAdded
    | UnitEvent
    | ApprovalAnswered
    | WorkflowPaused
    | WorkflowFinished
)


@frozen
class WorkflowRecord:
    """An event in its place: `seq` counts from 1, `at` is UTC."""

    workflow_id: WorkflowId
    seq: int
    at: datetime
    event: WorkflowEvent
