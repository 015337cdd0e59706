"""Workflows and their units, in the names of the protocol."""

from typing import Literal, NotRequired, TypedDict

from architect.app.workflows.listing import WorkflowStatus

UnitPhase = Literal["waiting", "running", "done", "skipped"]
UnitPlace = Literal["workspace", "copy"]


class UnitCheck(TypedDict):
    """How a check of a unit went; `exitCode` is null if it did not end by itself in time."""

    command: str
    passed: bool
    exitCode: int | None
    output: str


class UnitInfo(TypedDict):
    """A unit of a workflow. `task` is the beginning of what it was asked.

    `success` is null until it is done, `reason` says why it is none. `runId` is the run of its last
    attempt; `cost` is null if a price is unknown. What is in `files` was changed.
    """

    unitId: str
    task: str
    agent: str
    model: str | None
    place: UnitPlace
    needs: list[str]
    phase: UnitPhase
    success: bool | None
    reason: str
    attempts: int
    runId: str | None
    steps: int
    durationSeconds: float
    cost: float | None
    checks: list[UnitCheck]
    files: list[str]
    branch: str | None


class UnitCounts(TypedDict):
    """How many units there are of each kind; `failed` are done without success."""

    waiting: int
    running: int
    succeeded: int
    failed: int
    skipped: int


class WorkflowInfo(TypedDict):
    """A workflow; `units` are there where they were asked for.

    One that is `paused` can be resumed. `reason` says how it ended, or why it stopped; `branch` is
    that of what it came to, if there is one. `budgetUsd` is null if there is no bound, `cost` if a
    price is unknown.
    """

    workflowId: str
    kind: str
    title: str
    root: str
    status: WorkflowStatus
    reason: str
    startedAt: str | None
    durationSeconds: float | None
    workers: int
    budgetUsd: float | None
    cost: float | None
    inputTokens: int
    outputTokens: int
    counts: UnitCounts
    units: NotRequired[list[UnitInfo]]


class Workflows(TypedDict):
    """The newest first."""

    workflows: list[WorkflowInfo]
