"""Undo the changes of a run."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.options import config_option, hunk_option, path_option, workspace_option
from architect.l10n import english, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from architect.app.session_decisions import SessionReport
    from architect.ports.workspace import Workspace
    from architect.services.user_runs import UndoReport


@click.command("undo", epilog="Exit codes: 0 done, 2 something was left alone, 3 no such run.")
@click.argument("session_or_run", required=False)
@path_option
@hunk_option
@click.option(
    "--changed-too",
    is_flag=True,
    help="With --hunk: also what was done since to its lines.",
)
@click.option("--kept-too", is_flag=True, help="Also undo what you have kept.")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    session_or_run: str | None,
    paths: tuple[str, ...],
    hunk_ids: tuple[str, ...],
    changed_too: bool,
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

    from architect.app.undo_session import undo_session
    from architect.bootstrap.run.credentials import Credentials
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.decided_lines import print_decided
    from architect.cli.last_session import tell_passed_over
    from architect.cli.settings import told_settings

    if hunk_ids and (paths or kept_too):
        raise click.UsageError(english("--hunk says all; leave out --path and --kept-too."))
    if changed_too and not hunk_ids:
        raise click.UsageError(english("--changed-too needs --hunk."))
    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    credentials = asyncio.run(Credentials(os.environ).with_kept(settings.llm))
    secrets = (*credentials.secrets(settings.llm),)
    tell_passed_over(session_or_run, files.root)
    if hunk_ids:
        some = _undone_hunks(
            session_or_run, hunk_ids, files, changed_too=changed_too, secrets=secrets
        )
        done = asyncio.run(some)
        return print_decided(done, "undo", workspace, asked=hunk_ids, as_json=as_json)
    undoing = undo_session(
        session_or_run, files, paths=paths or None, kept_too=kept_too, secrets=secrets
    )
    reports = asyncio.run(undoing)
    _print_reports(reports, files.root, workspace, as_json=as_json)
    return PARTIAL if any(each.conflicts or each.kept for each in reports) else SUCCESS


async def _undone_hunks(
    session_or_run: str | None,
    hunk_ids: "Sequence[str]",
    workspace: "Workspace",
    *,
    changed_too: bool,
    secrets: "Sequence[str]",
) -> "SessionReport":
    from architect.app.session_hunks import runs_meant, undo_of_session
    from architect.domain.ids import HunkId
    from architect.services.hunk_review import HunkChoice

    runs = await runs_meant(session_or_run, workspace)
    chosen = HunkChoice(hunk_ids=frozenset(map(HunkId, hunk_ids)))
    return await undo_of_session(runs, chosen, workspace, changed_too=changed_too, secrets=secrets)


def _print_reports(
    reports: "Sequence[UndoReport]", root: Path, workspace: Path | None, *, as_json: bool
) -> None:
    from architect.app.undo_session import joined
    from architect.cli.decided_lines import way_back
    from architect.cli.next_steps import undo_command
    from architect.cli.result_stream import print_result
    from architect.cli.undo_lines import print_undo_report

    report = joined(reports)
    if as_json:
        import json
        from dataclasses import asdict

        print_result(json.dumps(asdict(report), indent=2))
        return
    print_undo_report(report, root)
    if report.kept:
        print_result(t("use --kept-too to undo them as well"))
    for each in reversed(reports):
        if each.run_id is not None:
            print_result(way_back("undo", undo_command(each.run_id, workspace)))
