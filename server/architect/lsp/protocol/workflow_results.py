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


class AwaitedApproval(TypedDict):
    """What a person has to approve before `unitIds` start; `text` is what they are about to do."""

    approval: str
    text: str
    unitIds: list[str]


class VariantStanding(TypedDict):
    """How a variant did, of the runs that count; what is unknown is null.

    `passRateLow` and `passRateHigh` bound the rate with 95 % confidence.
    """

    variant: str
    runs: int
    leftOut: int
    tasks: int
    solved: int
    passRate: float | None
    passRateLow: float
    passRateHigh: float
    score: float | None
    steps: int
    cost: float | None
    costPerSolved: float | None
    durationSeconds: float
    secondsPerSolved: float | None


class VariantComparison(TypedDict):
    """Two variants at the tasks that both ran, of which `first` solved more at `better`."""

    first: str
    second: str
    tasks: int
    better: int
    worse: int
    difference: float | None
    pValue: float | None
    pValueAdjusted: float | None


class EvaluationRun(TypedDict):
    """A run of an evaluation; `leftOut` says why it does not count, null if it does."""

    unitId: str
    task: str
    variant: str
    number: int
    leftOut: str | None
    solved: bool
    checksPassed: int
    checks: int
    score: float | None


class EvaluationInfo(TypedDict):
    """What an evaluation came to so far, the best variant first."""

    repeat: int
    tasks: list[str]
    missingTasks: list[str]
    variants: list[VariantStanding]
    comparisons: list[VariantComparison]
    runs: list[EvaluationRun]


class WorkflowInfo(TypedDict):
    """A workflow; `units`, and of an evaluation `evaluation`, are there where they were asked for.

    One that is `paused` can be resumed. `reason` says how it ended, or why it stopped. `budgetUsd`
    is null if there is no bound, `cost` if a price is unknown. `waitingFor` is what people have to
    approve for it to go on.
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
    waitingFor: list[AwaitedApproval]
    units: NotRequired[list[UnitInfo]]
    evaluation: NotRequired[EvaluationInfo]


class Workflows(TypedDict):
    """The newest first."""

    workflows: list[WorkflowInfo]
