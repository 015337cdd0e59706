"""Go back to a checkpoint."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.l10n import english, t

if TYPE_CHECKING:
    from architect.app.checkpoints import RolledBack


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
    from architect.cli.last_session import tell_passed_over
    from architect.cli.settings import told_settings

    if (to_step is None) == (to_commit is None):
        raise click.UsageError(english("Say where to: --to-step N or --to-commit H."))
    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    tell_passed_over(session or to_commit, files.root)
    wanted = Wanted(session=session, step=to_step, commit=to_commit, paths=paths, exactly=exactly)
    credentials = asyncio.run(Credentials(os.environ).with_kept(settings.llm))
    secrets = credentials.secrets(settings.llm)
    done = asyncio.run(roll_back(wanted, files, settings.checkpoints, secrets=secrets))
    if as_json:
        _print_json(done)
    else:
        _print_lines(done, files.root, paths=paths)
    return PARTIAL if done.report.conflicts else SUCCESS


def _print_json(done: "RolledBack") -> None:
    import json
    from dataclasses import asdict

    from architect.cli.result_stream import print_result

    document = {"to": done.to.commit, "before": done.before, **asdict(done.report)}
    print_result(json.dumps(document, indent=2))


def _print_lines(done: "RolledBack", root: Path, *, paths: Sequence[str]) -> None:
    from architect.cli.result_stream import print_result
    from architect.cli.undo_lines import print_undo_report

    nothing = english("the files are as they were there")
    if paths:
        nothing = english("nothing differs at {paths}", paths=", ".join(map(repr, paths)))
    print_undo_report(done.report, root, nothing=nothing)
    if done.report.reverted:
        print_result(
            t(
                "to go forward again: architect rollback --to-commit {commit}",
                commit=done.before[:10],
            )
        )
