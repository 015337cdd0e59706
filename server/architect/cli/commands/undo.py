"""`architect undo`: take back what a run changed."""

from pathlib import Path
from typing import Any

import click

from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.options import config_option, workspace_option


@click.command("undo", epilog="Exit codes: 0 done, 2 something was left alone, 3 no such run.")
@click.argument("session_or_run", required=False)
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="P",
    help="Only this file or folder; may be given several times.",
)
@click.option("--kept-too", is_flag=True, help="Also what you have kept in an editor.")
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
    """Take back what a run changed; the last one that changed files if none is named.

    What was changed since stays, and what you have kept in an editor. Where a change since touches
    the same lines, the file is left alone. The undo is a run of its own, and can be undone by its
    id.
    """
    import asyncio

    from architect.cli.result_stream import print_result
    from architect.cli.undo_session import report_document, undo_session
    from architect.domain.harmless import harmless
    from architect.services.user_runs import report_lines

    report = asyncio.run(
        undo_session(session_or_run, paths or None, config, workspace, kept_too=kept_too)
    )
    if as_json:
        import json

        document: dict[str, Any] = report_document(report)
        print_result(json.dumps(document, indent=2))
    else:
        for line in report_lines(report):
            print_result(harmless(line))
        if report.kept:
            print_result("--kept-too takes that back as well")
    return PARTIAL if report.conflicts or report.kept else SUCCESS
