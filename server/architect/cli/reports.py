"""The reports that a command was asked for."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from architect.cli.printer import Printer
from architect.cli.run_flag_values import RunFlags
from architect.cli.work import Conclusion
from architect.cli.writable_file import require_writable
from architect.domain.errors import ArchitectError, UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.journal.state import AgentState
from architect.frozen import frozen
from architect.l10n import english, shown, t
from architect.ports.workspace import Workspace

if TYPE_CHECKING:
    from architect.app.reports.report import Report


@frozen
class PlannedReport:
    """A report in a format; without a `file` it goes to standard output."""

    format: str
    file: Path | None = None


def planned_reports(flags: RunFlags) -> tuple[PlannedReport, ...]:
    """What the flags ask for.

    Raises:
        UserError: nobody knows in which format, or a file cannot be written.
    """
    return plan(flags.report, flags.report_files)


def plan(wanted: str | None, files: Sequence[Path]) -> tuple[PlannedReport, ...]:
    """The reports: in the format `wanted`, or in that which the ending of each file means."""
    if not files:
        return (PlannedReport(wanted),) if wanted else ()
    return tuple(PlannedReport(_format(file, wanted), file) for file in files)


def _format(file: Path, wanted: str | None) -> str:
    from architect.app.reports.formats import format_of

    found = format_of(file)
    if found == "markdown" and wanted == "github":
        found = "github"
    if found is None and wanted is None:
        raise UserError(
            english(
                "--report-file: the ending of {file!r} does not say which format; use .json, "
                ".md, .html, .sarif or .xml, or name it with --report",
                file=str(file),
            )
        )
    require_writable("--report-file", file)
    return found or wanted or ""


async def write_reports(
    reports: Sequence[PlannedReport],
    state: AgentState,
    conclusion: Conclusion,
    workspace: Workspace,
    printer: Printer,
) -> tuple[str | None, bool]:
    """Write them: what goes to standard output, if something does, and whether all were written."""
    from architect.app.reports.read import read_report
    from architect.app.reports.report import Report

    if state.started is None:
        report = Report(message=state.output)
    else:
        try:
            report = await read_report(workspace, state.started.session_id)
        except ArchitectError as error:
            printer.line(
                escape_controls(t("architect: no report: {error}", error=shown(str(error)))), "bad"
            )
            return None, False
    report = replace(report, findings=conclusion.findings, quiet_findings=conclusion.quiet_findings)
    return written(reports, report, printer)


def written(
    reports: Sequence[PlannedReport], report: "Report", printer: Printer
) -> tuple[str | None, bool]:
    """Write `report` in all its forms; see `write_reports`."""
    from architect.app.reports.formats import rendered

    printed: str | None = None
    done = True
    for each in reports:
        text = rendered(report, each.format)
        if each.file is None:
            printed = text
            continue
        try:
            each.file.parent.mkdir(parents=True, exist_ok=True)
            each.file.write_bytes(text.encode("utf-8", "replace"))
        except OSError as error:
            told = f"architect: --report-file: {str(each.file)!r}: {error.strerror}"
            if report.session_id is not None:
                told += t(
                    "; `architect report {session_id} --report-file FILE` writes it again",
                    session_id=report.session_id,
                )
            printer.line(escape_controls(told), "bad")
            done = False
    return printed, done
