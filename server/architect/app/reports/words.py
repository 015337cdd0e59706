"""Words that several formats have in common."""

from architect.app.reports.report import CheckReport, Report
from architect.domain.text.counted import counted
from architect.services.cost_line import cost_line

STATUS_WORDS = {
    "success": "Success",
    "partial": "Incomplete",
    "failed": "Failed",
    "interrupted": "Interrupted",
}


def figures(report: Report) -> list[tuple[str, str]]:
    """The figures of a report, each with its name."""
    last = report.last
    found: list[tuple[str, str]] = [
        ("Status", STATUS_WORDS.get(report.status, report.status)),
    ]
    if last is not None:
        found += [
            ("Agent", last.agent),
            ("Model", ", ".join(report.models) or last.model),
            ("Started", last.started_at.strftime("%Y-%m-%d %H:%M UTC")),
            ("Duration", f"{report.duration_s:.1f} s, {counted(report.steps, 'step')}"),
            ("Cost", cost_line(report.spending)),
            ("Context", f"{report.context_percent} % at most"),
        ]
        if last.stop_reason not in (None, "llm_done"):
            found.append(("Stopped by", str(last.stop_reason)))
    if report.session_id is not None:
        found.append(("Session", report.session_id))
    return found


def check_words(check: CheckReport) -> str:
    """`passed`, `failed (exit code 2)`, `not run: dry run`."""
    if check.passed is None:
        return f"not run: {check.reason}"
    if check.passed:
        return "passed"
    how = "timed out" if check.exit_code is None else f"exit code {check.exit_code}"
    return f"failed ({how})" + ("" if check.required else ", not required")


def left_out_words(report: Report) -> str:
    """What was too much for the report; empty if nothing was."""
    return ", ".join(f"{number} {what}" for what, number in sorted(report.left_out.items()))
