"""Measure the health of code."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.run_flags import REPORTS, flags_of
from architect.l10n import english


@click.command("health")
@click.argument("paths", nargs=-1)
@config_option
@workspace_option
@click.option("--base", metavar="REF", help="Compare with the commit REF.")
@click.option("--fail-on-worse", is_flag=True, help="With --base: exit with 1 if it is worse.")
@click.option("--all", "has_all", is_flag=True, help="List everything.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON document.")
@flags_of(REPORTS)
def command(
    paths: tuple[str, ...],
    config: Path | None,
    workspace: Path | None,
    base: str | None,
    fail_on_worse: bool,
    has_all: bool,
    as_json: bool,
    report: str | None,
    report_files: tuple[Path, ...],
) -> int:
    """Measure the code at PATHS, or of the workspace: long and complex functions, duplicate blocks.

    Nothing is run, and no model is asked. With --base, it is what has become worse or better since
    that commit; code that has only moved is neither. What counts, health.include_patterns and
    health.exclude_dirs say; a file that is named counts anyway.
    """
    if fail_on_worse and base is None:
        raise click.UsageError(english("--fail-on-worse needs --base REF."))
    if report and not report_files and as_json:
        raise click.UsageError(english("--report prints on standard output: name a --report-file."))
    import asyncio
    import json

    from architect.app.health import health_of
    from architect.app.reports.health import document_of, health_report
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.exit_codes import FAILED
    from architect.cli.health_lines import look_lines
    from architect.cli.printer import stderr_printer
    from architect.cli.reports import plan, written
    from architect.cli.result_stream import ResultStream
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    reports = plan(report, report_files)
    with ResultStream() as results:
        look = asyncio.run(health_of(files, settings.health, paths, base=base))
        summary = health_report(look, files.root, is_gate=fail_on_worse)
        text, done = written(reports, summary, stderr_printer())
        if as_json:
            text = json.dumps(document_of(look), indent=2) + "\n"
        elif text is None:
            text = "\n".join(look_lines(look, has_all=has_all)) + "\n"
        results.write_text(text)
    return 0 if done and not (fail_on_worse and look.changes.worse) else FAILED
