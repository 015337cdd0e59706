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


def gate_lines(event: Event) -> Iterator[tuple[str, Style]]:
    """The lines about a check that has run or was skipped; none for any other event."""
    match event:
        case CompletionRefused(reason=reason):
            yield f"not done: {reason}; the model continues", "warning"
        case GateSkipped(name=name, reason=reason):
            yield f"gate {name}: skipped, {reason}", "dim"
        case GateRan(passed=True):
            yield f"gate {event.name}: passed · {event.duration_s:.1f} s", "good"
        case GateRan(exit_code=code):
            how = "timed out" if code is None else f"exit code {code}"
            optional = "" if event.required else " (not required)"
            yield f"gate {event.name}: failed, {how}{optional}", "bad"
            for line in event.output.split("\n")[-MAX_ERROR_LINES:]:
                yield f"    | {line}", "dim"
        case WorkReviewed(problem=problem) if problem:
            yield f"review of the changes: none, {problem}", "warning"
        case WorkReviewed(findings=findings):
            yield f"review of the changes: {counted(findings, 'finding')}", "dim"
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
        yield f"self-evaluation: none, {event.problem}", "warning"
        return
    found = "done" if event.completed else "not done"
    style: Style = "good" if event.accepted else "warning"
    yield f"self-evaluation: {found}, {event.confidence or 0:.0%} sure", style
    for issue in event.issues:
        yield f"    | {issue}", "dim"


def _covered(files: Sequence[FileCoverage]) -> Iterator[tuple[str, Style]]:
    looked_at = {place.path for place in files if not place.reason}
    yield f"reviewed: {counted(len(looked_at), 'file')}", "dim"
    for place in files:
        if place.reason:
            yield f"not reviewed: {shown_place(place)}: {place.reason}", "warning"
