"""Words that several formats have in common."""

from collections.abc import Iterator, Sequence
from typing import Literal

from architect.app.reports.report import CheckReport, Moment, Report
from architect.domain.findings import Severity, worst_first
from architect.domain.health.changes import HealthChange
from architect.domain.health.words import KIND_TITLES, totals_words
from architect.domain.journal.check_events import HealthMeasured, WorkReviewed
from architect.domain.journal.file_traces import KEEP_AGENT, UNDO_AGENT
from architect.domain.outcome import StopReason
from architect.domain.text.counted import counted
from architect.domain.text.duration import read_duration
from architect.domain.user_questions import UserQuestion
from architect.l10n import english, shown, t
from architect.services.cost_line import cost_line
from architect.services.task_names import shown_title

Grade = Literal["good", "warning", "bad"]

STATUS_WORDS = {
    "success": english("Done"),
    "partial": english("Partly done"),
    "failed": english("Failed"),
    "interrupted": english("Interrupted"),
}

LEFT_OUT = {
    "changes not recorded": english("{number} changes not recorded"),
    "denials": english("{number} denials"),
    "diffs": english("{number} diffs"),
    "failures of hooks": english("{number} failures of hooks"),
    "files": english("{number} files"),
    "findings": english("{number} findings"),
    "moments": english("{number} moments"),
    "questions": english("{number} questions"),
    "runs": english("{number} runs"),
    "sources": english("{number} sources"),
}
"""By what it is that was too much for a report."""

PLAN_WORDS = {
    "completed": english("completed"),
    "in_progress": english("in progress"),
    "pending": english("pending"),
}
"""How far a step of a plan is."""

_SEVERITY_GRADES: dict[Severity, Grade] = {"error": "bad", "warning": "warning", "info": "good"}


def is_review(report: Report) -> bool:
    """Whether findings are what the session was for."""
    return bool(report.coverage) or (report.last is not None and report.last.agent == "review")


def headline(report: Report) -> tuple[str, Grade]:
    """What comes first: how the session ended, or what a review that came to its end has found."""
    if report.status == "success" and report.findings and is_review(report):
        worst = worst_first(report.findings)[0].severity
        return counted(len(report.findings), "finding"), _SEVERITY_GRADES[worst]
    if report.status == "success" and (failed := _failed(report)):
        return english("Done, but {failed}", failed=failed), "warning"
    grades: dict[str, Grade] = {"success": "good", "failed": "bad"}
    return _status(report), grades.get(report.status, "warning")


def _status(report: Report) -> str:
    if report.last is not None and report.last.stop_reason == StopReason.USER_INTERRUPT:
        return english("Cancelled")
    return STATUS_WORDS.get(report.status, report.status)


def _failed(report: Report) -> str:
    """What failed although nobody required it; in the words of `app/ending_words.py`."""
    failed = [check.name for check in report.checks if check.passed is False]
    if len(failed) > 1:
        return english("{number} checks failed", number=len(failed))
    if failed:
        return english("the check {name} failed", name=failed[0])
    return english("the last test command failed") if report.tests_failed else ""


def figures(report: Report) -> list[tuple[str, str]]:
    """The figures of a report, each with its name."""
    last = report.last
    found: list[tuple[str, str]] = [
        (english("Status"), _status(report)),
    ]
    if last is not None:
        found += [
            (english("Kind") if report.is_of_workflow else english("Agent"), last.agent),
            (english("Model"), ", ".join(report.models) or last.model),
            (english("Started"), last.started_at.strftime("%Y-%m-%d %H:%M UTC")),
            (
                english("Duration"),
                f"{shown(read_duration(report.duration_s))}, "
                f"{shown(counted(report.steps, 'step'))}",
            ),
            (english("Cost"), cost_line(report.spending)),
        ]
        if not report.is_of_workflow:
            found.append(
                (
                    english("Context"),
                    english("{percent} % at most", percent=report.context_percent),
                )
            )
        if last.stop_reason not in (None, "llm_done"):
            found.append((english("Stopped by"), str(last.stop_reason)))
    if report.session_id is not None:
        found.append(
            (
                english("Workflow") if report.is_of_workflow else english("Session"),
                report.session_id,
            )
        )
    return found


def subject(report: Report) -> str:
    """What the report is about; empty where there was nothing to do."""
    return shown_title(report.last.task) if report.last else shown(report.title)


def outcome(report: Report) -> str:
    """What was said in the end: by a model, by a workflow, or by what the user has undone."""
    last, users = report.last, (UNDO_AGENT, KEEP_AGENT)
    is_said = last is not None and last.agent not in users and not report.is_of_workflow
    return report.output if is_said else shown(report.output)


def question_words(asked: UserQuestion) -> str:
    """What the agent asked, and who decided."""
    answer = asked.answer
    if answer is None:
        return english(
            "{question} (nobody was there, so the agent decided)", question=asked.question
        )
    return english("{question} (answered: {answer})", question=asked.question, answer=answer)


def review_words(reviewed: WorkReviewed) -> str:
    """What came of a look at the changes."""
    if reviewed.problem:
        return english("review of the changes: none, since {problem}", problem=reviewed.problem)
    found = counted(reviewed.findings, "finding")
    if reviewed.sent_back:
        return english(
            "review of the changes: {found}, and the agent is to fix what is wrong", found=found
        )
    return english("review of the changes: {found}", found=found)


def health_words(health: HealthMeasured) -> str:
    """What became of the health of the code, in a line."""
    if health.problem:
        return english("health of the code: not measured, {problem}", problem=health.problem)
    totals = totals_words(health.after, health.before)
    if health.before is None:
        return english("health of the code: {totals}", totals=totals)
    return english(
        "health of the code: {worse} worse, {better} better; {totals}",
        worse=health.worse_count,
        better=health.better_count,
        totals=totals,
    )


def health_lists(report: Report) -> Iterator[tuple[str, Sequence[HealthChange], int]]:
    """What there is to list of it: a title, changes, and how many there are."""
    if report.health is None:
        return
    yield english("Worse"), report.health.worse, report.health.worse_count
    yield english("Better"), report.health.better, report.health.better_count
    for kind, title in KIND_TITLES.items():
        some = [each for each in report.health_problems if each.kind == kind]
        yield title, some, len(some)


def check_words(check: CheckReport) -> str:
    """`passed`, `failed (exit code 2)`, `not run: dry run`."""
    if check.passed is None:
        return english("not run: {reason}", reason=check.reason)
    if check.passed:
        return english("passed")
    if check.exit_code is None:
        how = english("timed out")
    else:
        how = english("exit code {code}", code=check.exit_code)
    if check.required:
        return english("failed ({how})", how=how)
    return english("failed ({how}), not required", how=how)


def left_out_words(report: Report) -> str:
    """What was too much for the report; empty if nothing was."""
    found = sorted(report.left_out.items())
    return ", ".join(t(LEFT_OUT[what], number=number) for what, number in found)


def moment_words(moment: Moment) -> str:
    """A line of the timeline in the user's language, but for what was said in a run."""
    return moment.what if moment.is_said else shown(moment.what)
