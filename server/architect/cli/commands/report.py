"""Write a report on a session."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.is_workflow import is_workflow
from architect.cli.options import config_option, workspace_option
from architect.cli.run_flags import REPORTS, flags_of

if TYPE_CHECKING:
    from architect.app.reports.report import Report


@click.command("report")
@click.argument("session", required=False)
@config_option
@workspace_option
@flags_of(REPORTS)
def command(
    session: str | None,
    config: Path | None,
    workspace: Path | None,
    report: str | None,
    report_files: tuple[Path, ...],
) -> int:
    """Print a report on SESSION in Markdown, or write it as --report and --report-file say.

    SESSION may be a workflow. Without it, it is the last session in the workspace.
    """
    import asyncio

    from architect.app.reports.read import read_report
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.exit_codes import FAILED
    from architect.cli.last_session import told_last_session_id
    from architect.cli.printer import stderr_printer
    from architect.cli.reports import plan, written
    from architect.cli.result_stream import ResultStream
    from architect.cli.settings import told_settings

    files = disk_workspace(workspace_root(told_settings(config, workspace), workspace))
    reports = plan(report or (None if report_files else "markdown"), report_files)

    async def found() -> "Report":
        if session is not None and is_workflow(session):
            from architect.app.workflows.listing import find_workflow
            from architect.app.workflows.workflow_report import read_workflow_report

            known = find_workflow(files.root, session)
            return read_workflow_report(files.root, known.workflow_id)
        return await read_report(files, session or await told_last_session_id(files.root))

    with ResultStream() as results:
        text, done = written(reports, asyncio.run(found()), stderr_printer())
        if text is not None:
            results.write_text(text)
    return 0 if done else FAILED
