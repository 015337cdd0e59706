"""How a report follows from the records of a session, in bounded memory."""

from collections.abc import Iterable, Sized
from dataclasses import replace
from typing import Any, Unpack

from architect.app.reports.changes import Changes
from architect.app.reports.report import CheckReport, Report, RunReport, Tone
from architect.app.reports.timeline import MOST_DETAIL, Details, Timeline
from architect.app.reports.words import health_words, question_words, review_words
from architect.domain.findings import Finding, worst_first
from architect.domain.ids import RunId
from architect.domain.journal.call_events import (
    FindingReported,
    HookRan,
    PlanUpdated,
    ToolDecided,
    ToolFinished,
    UserAsked,
)
from architect.domain.journal.change_events import ChangesNotRecorded, FileChanged, FileProposed
from architect.domain.journal.check_events import (
    EvaluationFinished,
    GateRan,
    GateSkipped,
    HealthMeasured,
    ReviewCovered,
    TestsRan,
    WorkReviewed,
)
from architect.domain.journal.child_events import SUBAGENT, ChildDenied, ChildReplied, ChildStarted
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import (
    ContextCompacted,
    ModelReplied,
    ModelRequested,
    ModelRetried,
)
from architect.domain.journal.run_events import (
    RunFinished,
    RunStarted,
    RunTainted,
    SafetyNetHit,
    SecretRedacted,
    StepStarted,
    UserSaid,
)
from architect.domain.journal.state import Denial, HookFailure, Spending
from architect.domain.text.counted import counted
from architect.domain.user_questions import UserQuestion
from architect.l10n import at, english
from architect.services.cost_line import cost_line

_MOST_LISTED = 1_000
_MOST_RUNS = 200

_CHANGED = {
    "created": english("created {path} ({lines})"),
    "modified": english("modified {path} ({lines})"),
    "deleted": english("deleted {path} ({lines})"),
}
_CHECKED = {True: english("check {name} passed"), False: english("check {name} failed")}


def report_of(records: Iterable[Record]) -> Report:
    """The report of a session from its records, each looked at once.

    Runs that undid others are told as well. The patch is that of the journal, change by change.
    """
    fold = _Fold()
    for record in records:
        fold.add(record)
    return fold.report()


class _Fold:
    """What is known after some records."""

    def __init__(self) -> None:
        self._report = Report()
        self._runs: dict[RunId, RunReport] = {}
        self._timeline = Timeline()
        self._spending = Spending()
        self._changes = Changes()
        self._checks: dict[str, CheckReport] = {}
        self._findings: dict[str, Finding] = {}
        self._models: dict[str, None] = {}
        self._denials: list[Denial] = []
        self._hooks: list[HookFailure] = []
        self._taints: dict[str, None] = {}
        self._questions: list[UserQuestion] = []
        self._not_recorded: list[str] = []
        self._left_out: dict[str, int] = {}
        self._summaries: dict[str, str] = {}
        self._context_percent = 0

    def report(self) -> Report:
        if hidden := self._timeline.hidden:
            self._left_out["moments"] = hidden
        return replace(
            self._report,
            runs=tuple(self._runs.values()),
            models=tuple(self._models),
            spending=self._spending,
            files=self._changes.files,
            patch=self._changes.patch,
            timeline=self._timeline.moments,
            checks=tuple(self._checks.values()),
            findings=tuple(worst_first(self._findings.values())),
            denials=tuple(self._denials),
            hook_failures=tuple(self._hooks),
            questions=tuple(self._questions),
            taints=tuple(self._taints),
            not_recorded=tuple(self._not_recorded),
            left_out={**self._left_out, **self._changes.left_out},
        )

    def add(self, record: Record) -> None:
        """Take one more record."""
        if isinstance(record.event, RunStarted):
            self._start(record, record.event)
            return
        for part in (self._of_model, self._of_calls, self._of_checks, self._of_run):
            if part(record, record.event):
                return

    def _start(self, record: Record, event: RunStarted) -> None:
        if not self._runs:
            self._report = replace(
                self._report, session_id=event.session_id, workspace=event.workspace
            )
        if self._has_room(self._runs, "runs", _MOST_RUNS):
            self._runs[record.run_id] = RunReport(
                run_id=record.run_id,
                task=event.title or event.task,
                agent=event.agent,
                model=event.model,
                started_at=record.at,
            )
        self._tell(record, f"{event.agent}: {event.title or event.task}"[:300])

    def _of_model(self, record: Record, event: Event) -> bool:
        match event:
            case StepStarted(step=step):
                self._change_run(record.run_id, steps=step)
            case ModelRequested(context_percent=percent):
                most = max(percent, self._report.context_percent)
                self._report = replace(self._report, context_percent=most)
                self._context_percent = percent
            case ModelReplied():
                self._replied(record, event)
            case ChildReplied(usage=usage, cost_usd=cost):
                self._spending = self._spending.plus(usage, cost, source=SUBAGENT)
            case ModelRetried():
                self._tell(record, english("the model was asked again"), tone="warning")
            case ContextCompacted(summary=summary, dropped_steps=steps):
                self._report = replace(self._report, compactions=self._report.compactions + 1)
                left_out = english("{steps} left out of the context", steps=counted(steps, "step"))
                self._tell(record, left_out, summary)
            case _:
                return False
        return True

    def _replied(self, record: Record, event: ModelReplied) -> None:
        note = ""
        if event.usage is not None:
            self._spending = self._spending.plus(event.usage, event.cost_usd, source=event.source)
            spent = Spending().plus(event.usage, event.cost_usd, source=event.source)
            note = english(
                "{cost}, context {percent} %", cost=cost_line(spent), percent=self._context_percent
            )
        if event.model:
            self._models[event.model] = None
            self._change_run(record.run_id, model=event.model)
        said = " ".join(event.text.split())
        called = ", ".join(call.name for call in event.calls)
        calls = english("calls {names}", names=called) if called else english("an empty reply")
        what = said[:200] or calls
        detail = event.text if len(said) > 200 else ""
        more = Details(duration_s=event.duration_s, note=note, is_said=bool(said))
        self._tell(record, what, detail, **more)

    def _of_calls(self, record: Record, event: Event) -> bool:
        match event:
            case ToolDecided(allowed=True):
                self._summaries[event.call_id] = event.summary
            case ToolDecided() | ChildDenied():
                self._denied(record, event)
            case ToolFinished():
                self._finished(record, event)
            case FileChanged():
                self._changed(record, event)
            case FileProposed(path=path):
                self._tell(record, english("proposed a change of {path}", path=path))
            case ChangesNotRecorded(reason=reason, count=count):
                told = at(counted(count, "file"), reason) if count else reason
                if self._has_room(self._not_recorded, "changes not recorded"):
                    self._not_recorded.append(told)
            case FindingReported(finding=finding):
                if self._has_room(self._findings, "findings"):
                    self._findings.setdefault(finding.finding_id, finding)
            case ChildStarted(agent=agent, task=task):
                told = english("sent out the agent {agent}: {task}", agent=agent, task=task)
                self._tell(record, told[:300])
            case PlanUpdated(steps=steps):
                self._report = replace(self._report, plan=steps)
            case _:
                return False
        return True

    def _denied(self, record: Record, event: ToolDecided | ChildDenied) -> None:
        if self._has_room(self._denials, "denials"):
            self._denials.append(Denial(event.name, event.summary, event.by, event.reason))
        told = english("denied {name} {summary}", name=event.name, summary=event.summary)
        self._tell(record, told, event.reason, tone="warning")

    def _finished(self, record: Record, event: ToolFinished) -> None:
        summary = self._summaries.pop(event.call_id, event.path or "")
        tone: Tone = "plain" if event.success else "bad"
        detail = event.error or "" if not event.success else event.text
        what = f"{event.name} {summary}".strip()
        self._tell(record, what, detail, tone=tone, duration_s=event.duration_s)

    def _changed(self, record: Record, event: FileChanged) -> None:
        self._changes.add(event)
        lines = f"+{event.lines_added} -{event.lines_removed}"
        told = english(_CHANGED[event.kind], path=event.path, lines=lines)
        self._tell(record, told, event.diff, is_diff=True)

    def _of_checks(self, record: Record, event: Event) -> bool:
        match event:
            case GateRan():
                self._checks[event.name] = CheckReport(
                    name=event.name,
                    command=event.command,
                    passed=event.passed,
                    required=event.required,
                    exit_code=event.exit_code,
                    output=event.output[-MOST_DETAIL:],
                    duration_s=event.duration_s,
                )
                tone: Tone = "good" if event.passed else "bad"
                told = english(_CHECKED[event.passed], name=event.name)
                self._tell(record, told, event.output, tone=tone)
            case GateSkipped():
                self._checks[event.name] = CheckReport(
                    name=event.name,
                    command=event.command,
                    passed=None,
                    required=event.required,
                    reason=event.reason,
                )
            case TestsRan(exit_code=code):
                self._report = replace(self._report, tests_failed=code != 0)
            case EvaluationFinished():
                self._report = replace(self._report, evaluation=event)
            case HealthMeasured():
                self._report = replace(self._report, health=event)
                self._tell(record, health_words(event), tone="warning" if event.worse else "plain")
            case ReviewCovered(files=files):
                coverage = (*self._report.coverage, *files)[: _MOST_LISTED * 5]
                self._report = replace(self._report, coverage=coverage)
            case WorkReviewed(fixed=fixed):
                for gone in fixed:
                    self._findings.pop(gone, None)
                self._tell(record, review_words(event))
            case _:
                return False
        return True

    def _of_run(self, record: Record, event: Event) -> bool:
        match event:
            case RunFinished():
                self._change_run(
                    record.run_id,
                    status=event.status.value,
                    stop_reason=event.stop_reason.value,
                    output=event.output,
                    error=event.error,
                    duration_s=event.duration_s,
                )
            case UserSaid(text=text):
                self._tell(record, english("you: {text}", text=text)[:300])
            case UserAsked(asked=asked):
                if self._has_room(self._questions, "questions"):
                    self._questions.append(asked)
                told = english("asked: {said}", said=question_words(asked))
                self._tell(record, told[:300])
            case RunTainted(source=source) if self._has_room(self._taints, "sources"):
                self._taints[source] = None
            case SecretRedacted(count=count):
                self._report = replace(self._report, redactions=self._report.redactions + count)
            case SafetyNetHit(message=message):
                self._tell(record, message, tone="warning")
            case HookRan(problem=problem) if problem:
                if self._has_room(self._hooks, "failures of hooks"):
                    self._hooks.append(HookFailure(event.hook_event, event.name, problem))
                told = english("hook {name}: {problem}", name=event.name, problem=problem)
                self._tell(record, told, tone="warning")
            case _:
                return False
        return True

    def _change_run(self, run_id: RunId, **fields: Any) -> None:
        if run_id in self._runs:
            self._runs[run_id] = replace(self._runs[run_id], **fields)

    def _has_room(self, among: Sized, what: str, most: int = _MOST_LISTED) -> bool:
        """Whether one more may be listed; if not, it is counted."""
        if len(among) < most:
            return True
        self._left_out[what] = self._left_out.get(what, 0) + 1
        return False

    def _tell(self, record: Record, what: str, detail: str = "", **more: Unpack[Details]) -> None:
        run = self._runs.get(record.run_id)
        self._timeline.tell(record.at, run.steps if run else 0, what, detail, **more)
