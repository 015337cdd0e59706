"""The report of a workflow, as a projection of its journal."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from architect.app.reports.report import CheckReport, Report, ReportTable, RunReport, Tone
from architect.app.reports.timeline import Timeline
from architect.app.workflows.evaluation_result import (
    EvaluationResult,
    evaluation_json,
    evaluation_of,
)
from architect.app.workflows.evaluation_words import (
    COLUMNS,
    comparison_words,
    headline,
    left_out_words,
    overwritten_words,
    row,
)
from architect.bootstrap.workflows.records import workflow_files
from architect.domain.errors import UserError
from architect.domain.ids import RunId, SessionId, WorkflowId
from architect.domain.text.counted import counted
from architect.domain.workflows.events import (
    BranchesMerged,
    BranchMade,
    UnitFinished,
    UnitLost,
    UnitSkipped,
    UnitStarted,
    UnitUndone,
    WorkflowPaused,
    WorkflowRecord,
)
from architect.domain.workflows.state import UnitState, WorkflowState
from architect.l10n import english
from architect.services.cost_line import cost_line

_MOST_ROWS = 500
_COLUMNS = (
    english("run"),
    english("result"),
    english("changed files"),
    english("costs"),
    english("branch"),
)
_STARTED = english("{unit_id} started")
_STARTED_AGAIN = english("{unit_id} started (attempt {attempt})")
_MERGED = english("{unit_id}: merged {merged}")
_MERGED_NOTHING = english("{unit_id}: merged nothing")


def read_workflow_report(root: Path, workflow_id: WorkflowId) -> Report:
    """The report of a workflow of the workspace at `root`, which may still be going on.

    Raises:
        JournalFault: its journal is corrupt.
    """
    return report_of_workflow(workflow_files(root).records(workflow_id))


def report_of_workflow(records: Iterable[WorkflowRecord]) -> Report:
    """The report of a workflow from its records, each looked at once.

    Its units are a table; what each did in detail is in the report of its session.
    """
    state, timeline = WorkflowState(), Timeline()
    first: WorkflowRecord | None = None
    for record in records:
        first = first or record
        state.apply(record.event)
        _tell(timeline, record, state)
    started, evaluation = state.started, _evaluation(state)
    if first is None or started is None:
        return Report()
    units, finished = list(state.units.values()), state.finished
    models = dict.fromkeys(each.unit.model for each in units if each.unit.model)
    run = RunReport(
        run_id=RunId(started.workflow_id),
        task=started.title,
        agent=started.kind,
        model=", ".join(models),
        started_at=first.at,
        status=finished.status.value if finished else None,
        stop_reason=None,
        output=_words(state),
        steps=sum(each.result.steps for each in units if each.result),
        duration_s=finished.duration_s if finished else 0.0,
    )
    return Report(
        session_id=SessionId(started.workflow_id),
        workspace=started.workspace,
        runs=(run,),
        models=tuple(models),
        spending=state.spending,
        timeline=timeline.moments,
        checks=tuple(check for each in units for check in _checks(each)),
        tables=(*(() if evaluation is None else (_standings(evaluation),)), _runs(units)),
        standings=None if evaluation is None else evaluation_json(evaluation),
        left_out={"moments": timeline.hidden} if timeline.hidden else {},
    )


def _evaluation(state: WorkflowState) -> EvaluationResult | None:
    try:
        return evaluation_of(state)
    except UserError:
        return None  # of another version: its runs can be told all the same


def _words(state: WorkflowState) -> str:
    """How it ended."""
    if state.finished:
        return state.finished.reason
    reason = state.paused.reason if state.paused else english("it runs")
    return english("not over: {reason}", reason=reason)


def _standings(evaluation: EvaluationResult) -> ReportTable:
    """The variants, best first, how they compare, and what counts nowhere."""
    found = evaluation.standings
    compared = tuple(comparison_words(each) for each in found.comparisons)
    lists: tuple[tuple[str, Sequence[str]], ...] = (
        (english("Compared, task by task (exact sign test, adjusted by Holm):"), compared),
        (english("Left out of all of it:"), left_out_words(found.left_out)),
        (
            english("Files of the checks that an agent had touched:"),
            overwritten_words(found.trials),
        ),
        (english("Tasks that were not run:"), evaluation.settings.missing),
    )
    return ReportTable(
        title=english("Standings: {found}", found=headline(evaluation)),
        columns=COLUMNS,
        rows=tuple(map(row, found.variants)),
        lists=tuple((title, tuple(members)) for title, members in lists if members),
    )


def _runs(units: Sequence[UnitState]) -> ReportTable:
    more = len(units) - _MOST_ROWS
    return ReportTable(
        title=english("Runs"),
        columns=_COLUMNS,
        rows=tuple(map(_row, units[:_MOST_ROWS])),
        lists=((english("... and {more} more", more=more), ()),) if more > 0 else (),
    )


def _row(unit: UnitState) -> tuple[str, ...]:
    result = unit.result
    how = str(unit.phase) if result is None else (result.shortcoming or "success")
    return (
        unit.unit.unit_id,
        unit.reason if result is None and unit.reason else how,
        str(len(result.files)) if result else "",
        cost_line(unit.spending),
        unit.branch,
    )


def _checks(unit: UnitState) -> Iterable[CheckReport]:
    for check in unit.result.checks if unit.result else ():
        yield CheckReport(
            name=f"{unit.unit.unit_id}: {check.command}",
            command=check.command,
            passed=check.passed,
            required=True,
            exit_code=check.exit_code,
            output=check.output,
            duration_s=check.duration_s,
        )


def _tell(timeline: Timeline, record: WorkflowRecord, state: WorkflowState) -> None:
    event = record.event
    tone: Tone = "plain"
    words = detail = ""
    match event:
        case UnitStarted(unit_id=unit_id, attempt=attempt, session_id=session):
            told = _STARTED_AGAIN if attempt > 1 else _STARTED
            words = english(told, unit_id=unit_id, attempt=attempt)
            detail = f"session {session}\n\n{state.units[unit_id].unit.task}"
        case UnitFinished(unit_id=unit_id, result=result):
            files = counted(len(result.files), "changed file")
            words = english("{unit_id}: success, {files}", unit_id=unit_id, files=files)
            if result.shortcoming:
                words = f"{unit_id}: {result.shortcoming}, {files}"
            tone, detail = "good" if result.is_success else "bad", result.output
        case UnitLost(unit_id=unit_id, reason=reason, note=note):
            words = english("{unit_id} was lost: {reason}", unit_id=unit_id, reason=reason)
            tone, detail = "warning", note
        case UnitUndone(unit_id=unit_id, note=note):
            words = english("{unit_id} was undone", unit_id=unit_id)
            tone = "warning" if note else "plain"
            detail = note
        case UnitSkipped(unit_id=unit_id, reason=reason):
            words = english("{unit_id} was skipped: {reason}", unit_id=unit_id, reason=reason)
            tone = "warning"
        case BranchMade(unit_id=unit_id, branch=branch):
            words = english("{unit_id} is committed on {branch}", unit_id=unit_id, branch=branch)
        case BranchesMerged(unit_id=unit_id, merged=merged, conflicts=conflicts):
            told = _MERGED if merged else _MERGED_NOTHING
            words = english(told, unit_id=unit_id, merged=", ".join(merged))
            detail = "\n".join(f"{each.unit_id}: {', '.join(each.files)}" for each in conflicts)
            tone = "warning" if conflicts else "plain"
        case WorkflowPaused(reason=reason):
            words, tone = english("stopped: {reason}", reason=reason), "warning"
        case _:
            return
    timeline.tell(record.at, 0, words, detail, tone=tone)
