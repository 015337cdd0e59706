"""Go back to a checkpoint."""

from collections.abc import Sequence
from pathlib import Path

import click

from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.options import config_option, workspace_option


@click.command(
    "rollback", epilog="Exit codes: 0 done, 2 something was left alone, 3 no such checkpoint."
)
@click.argument("session", required=False)
@click.option(
    "--to-step",
    type=click.IntRange(0),
    metavar="N",
    help="The files as they were behind step N of the run; 0 is before it began.",
)
@click.option("--to-commit", metavar="H", help="The checkpoint of that commit.")
@click.option(
    "--path",
    "--paths",
    "paths",
    multiple=True,
    metavar="P",
    help="Only this file or folder; repeatable.",
)
@click.option("--exactly", is_flag=True, help="Give up what was changed since the last checkpoint.")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    session: str | None,
    to_step: int | None,
    to_commit: str | None,
    paths: tuple[str, ...],
    exactly: bool,
    config: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> int:
    """Make the files what they were at a checkpoint of SESSION, or of one of its runs.

    Without SESSION it is the last one. HEAD, the index and what git ignores stay as they are. What
    was changed since the last checkpoint stays, unless at the same lines.
    """
    import asyncio
    import os

    from architect.app.checkpoints import Wanted, roll_back
    from architect.bootstrap.run.credentials import Credentials
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls
    from architect.services.user_runs import report_lines

    if (to_step is None) == (to_commit is None):
        raise click.UsageError("Say where to: --to-step N or --to-commit H.")
    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    wanted = Wanted(session=session, step=to_step, commit=to_commit, paths=paths, exactly=exactly)
    credentials = asyncio.run(Credentials(os.environ).with_kept(settings.llm))
    secrets = credentials.secrets(settings.llm)
    done = asyncio.run(roll_back(wanted, files, settings.checkpoints, secrets=secrets))
    report = done.report
    if as_json:
        import json
        from dataclasses import asdict

        document = {"to": done.to.commit, "before": done.before, **asdict(report)}
        print_result(json.dumps(document, indent=2))
        return PARTIAL if report.conflicts else SUCCESS
    gone = frozenset(path for path in report.reverted if not os.path.lexists(files.root / path))
    for line in report_lines(report, deleted=gone):
        told = _nothing(paths) if line == "nothing to undo" else line
        print_result(escape_controls(told), column=2)
    if report.reverted:
        print_result(f"to go forward again: architect rollback --to-commit {done.before[:10]}")
    return PARTIAL if report.conflicts else SUCCESS


def _nothing(paths: Sequence[str]) -> str:
    if paths:
        return f"nothing differs at {', '.join(map(repr, paths))}"
    return "the files are as they were there"
