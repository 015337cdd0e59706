"""What a report says of a session, in whatever format."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from architect.domain.findings import Finding
from architect.domain.health.changes import HealthChange
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.check_events import EvaluationFinished, HealthMeasured
from architect.domain.journal.state import Denial, HookFailure, Spending
from architect.domain.outcome import RunError
from architect.domain.plan import PlanStep
from architect.domain.review_scope import FileCoverage
from architect.domain.user_questions import UserQuestion
from architect.frozen import frozen

Tone = Literal["plain", "good", "warning", "bad"]


@frozen(kw_only=True)
class RunReport:
    """One run of the session. `status` is None while it has no end."""

    run_id: RunId
    task: str
    agent: str
    model: str
    started_at: datetime
    status: str | None = None
    stop_reason: str | None = None
    output: str = ""
    error: RunError | None = None
    steps: int = 0
    duration_s: float = 0.0


@frozen(kw_only=True)
class Moment:
    """One line of the timeline. `detail` is what can be unfolded, such as a diff or a result.

    `note` says what it cost, and how full the context was. What was said in a run `is_said`, and
    stays in the language it was said in.
    """

    at: datetime
    step: int
    what: str
    detail: str = ""
    tone: Tone = "plain"
    duration_s: float | None = None
    is_diff: bool = False
    is_said: bool = False
    note: str = ""


@frozen(kw_only=True)
class CheckReport:
    """A gate, or a required check; `passed` is None if it was not run, and `reason` says why."""

    name: str
    command: str
    passed: bool | None
    required: bool
    exit_code: int | None = None
    output: str = ""
    duration_s: float = 0.0
    reason: str = ""


@frozen(kw_only=True)
class ReportTable:
    """A table of its own: its rows have as many cells as `columns`; `lists` stand below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()


@frozen(kw_only=True)
class FileReport:
    path: str
    added: int
    removed: int
    kind: str
    by_command: bool


@frozen(kw_only=True)
class Report:
    """A session as far as it is told; what was too much is counted in `left_out`.

    `patch` is the net change, cut to 50 KB. `quiet_findings` are known and not listed.
    `tests_failed` is how the last command that ran tests ended.
    `context_percent` is how full the context was at most, and `in_repository` where in its git
    repository the workspace is, empty if it is its root. `message` and `title` are for a report
    that is about no run. `standings` are those of an evaluation, as JSON. `health` is what became
    of the health of the code, `health_problems` are those there are, where nothing is compared.
    """

    session_id: SessionId | None = None
    workspace: str = ""
    in_repository: str = ""
    runs: tuple[RunReport, ...] = ()
    models: tuple[str, ...] = ()
    spending: Spending = field(default_factory=Spending)
    files: tuple[FileReport, ...] = ()
    patch: str = ""
    timeline: tuple[Moment, ...] = ()
    checks: tuple[CheckReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    quiet_findings: int = 0
    coverage: tuple[FileCoverage, ...] = ()
    denials: tuple[Denial, ...] = ()
    hook_failures: tuple[HookFailure, ...] = ()
    evaluation: EvaluationFinished | None = None
    tests_failed: bool = False
    plan: tuple[PlanStep, ...] = ()
    questions: tuple[UserQuestion, ...] = ()
    taints: tuple[str, ...] = ()
    redactions: int = 0
    context_percent: int = 0
    compactions: int = 0
    not_recorded: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])
    message: str = ""
    title: str = ""
    health: HealthMeasured | None = None
    health_problems: tuple[HealthChange, ...] = ()
    standings: Mapping[str, Any] | None = None
    tables: tuple[ReportTable, ...] = ()

    @property
    def last(self) -> RunReport | None:
        return self.runs[-1] if self.runs else None

    @property
    def is_of_workflow(self) -> bool:
        """Whether it stands for a workflow, whose runs have reports of their own."""
        return self.last is not None and self.last.run_id == self.session_id

    @property
    def status(self) -> str:
        """That of the last run; without one there was nothing to do, which is a success."""
        if self.last is None:
            return "failed" if self.health and self.health.fails else "success"
        return self.last.status or "interrupted"

    @property
    def output(self) -> str:
        return self.last.output if self.last else self.message

    @property
    def duration_s(self) -> float:
        return sum(run.duration_s for run in self.runs)

    @property
    def steps(self) -> int:
        return sum(run.steps for run in self.runs)

    @property
    def not_reviewed(self) -> tuple[FileCoverage, ...]:
        return tuple(place for place in self.coverage if place.reason)
