"""Undo the changes of a run."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.l10n import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from architect.services.user_runs import UndoReport


@click.command("undo", epilog="Exit codes: 0 done, 2 something was left alone, 3 no such run.")
@click.argument("session_or_run", required=False)
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="P",
    help="Only this file or folder; repeatable.",
)
@click.option("--kept-too", is_flag=True, help="Also undo what you have kept in an editor.")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    session_or_run: str | None,
    paths: tuple[str, ...],
    kept_too: bool,
    config: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> int:
    """Undo the changes of a run (default: the last one of an agent that changed files).

    Later changes are preserved, and so is what you have kept in an editor. A file in which later
    changes touch the same lines is left alone. An undo is a run of its own: undo it to redo.
    """
    import asyncio
    import os

    from architect.app.undo_session import joined, undo_session
    from architect.bootstrap.run.credentials import Credentials
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    credentials = asyncio.run(Credentials(os.environ).with_kept(settings.llm))
    undoing = undo_session(
        session_or_run,
        files,
        paths=paths or None,
        kept_too=kept_too,
        secrets=credentials.secrets(settings.llm),
    )
    reports = asyncio.run(undoing)
    report = joined(reports)
    if as_json:
        import json
        from dataclasses import asdict

        print_result(json.dumps(asdict(report), indent=2))
    else:
        _print_reports(reports, files.root)
    return PARTIAL if report.conflicts or report.kept else SUCCESS


def _print_reports(reports: "Sequence[UndoReport]", root: Path) -> None:
    from architect.app.undo_session import joined
    from architect.cli.result_stream import print_result
    from architect.cli.undo_lines import print_undo_report

    report = joined(reports)
    print_undo_report(report, root)
    if report.kept:
        print_result(t("use --kept-too to undo them as well"))
    for each in reversed(reports):
        if each.run_id is not None:
            print_result(t("to redo: architect undo {run_id}", run_id=each.run_id))
