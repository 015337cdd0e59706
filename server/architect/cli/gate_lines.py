"""What people see of the checks that decide whether a run is done."""

from collections.abc import Iterator, Sequence

from architect.cli.health_lines import measured_lines
from architect.cli.printer import Style
from architect.cli.result_lines import MAX_ERROR_LINES
from architect.domain.journal.check_events import (
    CompletionRefused,
    EvaluationFinished,
    GateRan,
    GateSkipped,
    HealthMeasured,
    ReviewCovered,
    WorkReviewed,
)
from architect.domain.journal.events import Event
from architect.domain.review_scope import FileCoverage, shown_place
from architect.domain.text.counted import counted
from architect.domain.text.duration import read_duration
from architect.l10n import shown, t


def gate_lines(event: Event) -> Iterator[tuple[str, Style]]:
    """The lines about a check that has run or was skipped; none for any other event."""
    match event:
        case CompletionRefused(reason=reason):
            yield t("not done: {reason}; the model continues", reason=shown(reason)), "warning"
        case GateSkipped(name=name, reason=reason):
            yield t("gate {name}: skipped, {reason}", name=name, reason=shown(reason)), "dim"
        case GateRan(passed=True):
            passed = t("gate {name}: passed", name=event.name)
            yield f"{passed} · {shown(read_duration(event.duration_s))}", "good"
        case GateRan(exit_code=code):
            how = t("timed out") if code is None else t("exit code {code}", code=code)
            optional = "" if event.required else t(" (not required)")
            yield (
                t(
                    "gate {name}: failed, {how}{optional}",
                    name=event.name,
                    how=how,
                    optional=optional,
                ),
                "bad",
            )
            for line in event.output.split("\n")[-MAX_ERROR_LINES:]:
                yield f"    | {line}", "dim"
        case WorkReviewed(problem=problem) if problem:
            yield t("review of the changes: none, {problem}", problem=shown(problem)), "warning"
        case WorkReviewed(findings=findings):
            yield (
                t(
                    "review of the changes: {findings}",
                    findings=shown(counted(findings, "finding")),
                ),
                "dim",
            )
        case HealthMeasured():
            yield from measured_lines(event)
        case ReviewCovered(files=files):
            yield from _covered(files)
        case EvaluationFinished():
            yield from _evaluated(event)
        case _:
            pass


def _evaluated(event: EvaluationFinished) -> Iterator[tuple[str, Style]]:
    if event.problem:
        yield t("self-evaluation: none, {problem}", problem=shown(event.problem)), "warning"
        return
    found = t("done") if event.completed else t("not done")
    style: Style = "good" if event.accepted else "warning"
    yield (
        t(
            "self-evaluation: {found}, {confidence:.0%} sure",
            found=found,
            confidence=event.confidence or 0,
        ),
        style,
    )
    for issue in event.issues:
        yield f"    | {issue}", "dim"


def _covered(files: Sequence[FileCoverage]) -> Iterator[tuple[str, Style]]:
    looked_at = {place.path for place in files if not place.reason}
    yield t("reviewed: {files}", files=shown(counted(len(looked_at), "file"))), "dim"
    for place in files:
        if place.reason:
            yield (
                t(
                    "not reviewed: {place}: {reason}",
                    place=shown(shown_place(place)),
                    reason=shown(place.reason),
                ),
                "warning",
            )
