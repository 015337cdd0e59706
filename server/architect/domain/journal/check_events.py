"""Whether a run is done: tests, gates, and what follows from them."""

from typing import Literal

from architect.domain.health.changes import HealthChange
from architect.domain.health.measures import NotMeasured, Totals
from architect.domain.ids import CallId, FindingId
from architect.domain.review_scope import FileCoverage
from architect.frozen import frozen


@frozen(kw_only=True)
class TestsRan:
    """A command that runs tests came to its end."""

    type: Literal["tests.ran"] = "tests.ran"
    call_id: CallId
    exit_code: int


@frozen(kw_only=True)
class GateStarted:
    """A command that decides whether the run is done begins; it may take its `timeout_s`."""

    type: Literal["gate.started"] = "gate.started"
    name: str
    command: str
    timeout_s: float


@frozen(kw_only=True)
class GateRan:
    """How a gate went; `exit_code` is None if it did not end by itself."""

    type: Literal["gate.ran"] = "gate.ran"
    name: str
    command: str
    required: bool
    passed: bool
    exit_code: int | None
    output: str
    duration_s: float


@frozen(kw_only=True)
class GateSkipped:
    type: Literal["gate.skipped"] = "gate.skipped"
    name: str
    command: str
    required: bool
    reason: str


@frozen(kw_only=True)
class EvaluationFinished:
    """What a look at the finished work came to, by the model itself in a fresh conversation.

    `confidence` is from 0 to 1, and what it finds missing are `issues`. `accepted`: the work counts
    as done. Without a verdict it does, too, and `problem` says why there is none.
    """

    type: Literal["evaluation.finished"] = "evaluation.finished"
    step: int
    accepted: bool
    completed: bool | None = None
    confidence: float | None = None
    issues: tuple[str, ...] = ()
    suggestion: str = ""
    problem: str = ""


@frozen(kw_only=True)
class WorkReviewed:
    """Another agent has looked at what the run changed; what it found is on record as findings.

    `fixed` are findings of the review before it that it did not find again. `sent_back`: the agent
    is to fix some. `problem` is why the review came to nothing.
    """

    type: Literal["work.reviewed"] = "work.reviewed"
    step: int
    findings: int
    fixed: tuple[FindingId, ...] = ()
    sent_back: bool = False
    problem: str = ""


@frozen(kw_only=True)
class ReviewCovered:
    """What of the changes under review was looked at, and what was not, and why."""

    type: Literal["review.covered"] = "review.covered"
    files: tuple[FileCoverage, ...]


@frozen(kw_only=True)
class HealthMeasured:
    """How healthy the files are that the run changed, as they were `before` and are now.

    `worse` and `better` hold the first of so many changes, `not_measured` the first of so many
    files that were left out. `is_gate`: if something is worse, the run is no success. `sent_back`:
    the agent is to repair it. `problem` is why nothing could be measured.
    """

    type: Literal["health.measured"] = "health.measured"
    step: int
    before: Totals | None = None
    after: Totals = Totals()
    worse: tuple[HealthChange, ...] = ()
    worse_count: int = 0
    better: tuple[HealthChange, ...] = ()
    better_count: int = 0
    not_measured: tuple[NotMeasured, ...] = ()
    not_measured_count: int = 0
    is_gate: bool = False
    sent_back: bool = False
    problem: str = ""

    @property
    def fails(self) -> bool:
        """Whether a run that ends so is no success; what was not measured has not passed."""
        return self.is_gate and bool(self.worse or self.problem)


@frozen(kw_only=True)
class CompletionRefused:
    """The model said it was done and was not; `text` is what it is told."""

    type: Literal["completion.refused"] = "completion.refused"
    step: int
    reason: str
    text: str
