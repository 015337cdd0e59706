"""Begin another session with the conversation of one."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.l10n import english, t

if TYPE_CHECKING:
    from architect.app.checkpoints import RolledBack
    from architect.app.sessions.forking import ForkPlan
    from architect.config.schema import Config
    from architect.domain.ids import SessionId


@click.command("fork", epilog="Exit codes: 0 done, 2 some file was left alone, 3 no such run.")
@click.argument("session", metavar="[ID]", required=False)
@click.option("--run", "run", type=click.IntRange(1), metavar="N", help="Up to and with run N.")
@click.option("--before", is_flag=True, help="Without that run: up to the one before it.")
@click.option(
    "--restore-files",
    is_flag=True,
    help="Make the files what they were before the first run that is left out.",
)
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    session: str | None,
    run: int | None,
    before: bool,
    restore_files: bool,
    config: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> int:
    """Begin a session with the conversation of the session or run ID (default: the last session).

    The session itself stays as it is; changes of the copied runs are undone there.
    """
    import asyncio

    from architect.app.sessions.forking import fork, fork_plan
    from architect.app.sessions.listing import find_root
    from architect.bootstrap.runtime import system_clock
    from architect.bootstrap.settings import workspace_root
    from architect.cli.last_session import told_last_session_id
    from architect.cli.settings import told_settings
    from architect.domain.ids import RunId, SessionId, names_run, run_id_of, session_of

    settings = told_settings(config, workspace)
    root = workspace_root(settings, workspace).resolve()

    async def forked() -> "tuple[ForkPlan, SessionId | None, RolledBack | None]":
        wanted = session or await told_last_session_id(root)
        if run is not None:
            if names_run(wanted):
                raise click.UsageError(english("--run goes with the id of a session."))
            wanted = run_id_of(SessionId(wanted), run)
        await find_root(session_of(RunId(wanted)), [root])
        plan = await fork_plan(root, wanted, before=before)
        restored = None
        if restore_files and plan.left_out:
            restored = await _restored(plan, settings)
        return plan, await fork(plan, system_clock()), restored

    plan, session_id, restored = asyncio.run(forked())
    if as_json:
        _print_json(plan, session_id, restored)
    else:
        _print_lines(session_id, restored, root)
    return PARTIAL if restored is not None and restored.report.conflicts else SUCCESS


async def _restored(plan: "ForkPlan", settings: "Config") -> "RolledBack":
    import os

    from architect.app.checkpoints import Wanted, roll_back
    from architect.bootstrap.run.credentials import Credentials
    from architect.bootstrap.workspaces import disk_workspace

    credentials = await Credentials(os.environ).with_kept(settings.llm)
    return await roll_back(
        Wanted(session=plan.left_out[0], step=0),
        disk_workspace(plan.root),
        settings.checkpoints,
        secrets=credentials.secrets(settings.llm),
    )


def _print_json(
    plan: "ForkPlan", session_id: "SessionId | None", restored: "RolledBack | None"
) -> None:
    import json
    from dataclasses import asdict

    from architect.cli.result_stream import print_result

    report = None
    if restored is not None:
        report = {"before": restored.before, **asdict(restored.report)}
    document = {"session_id": session_id, "prompt": plan.prompt, "restored": report}
    print_result(json.dumps(document, indent=2))


def _print_lines(session_id: "SessionId | None", restored: "RolledBack | None", root: Path) -> None:
    from architect.cli.result_stream import print_result
    from architect.cli.undo_lines import print_undo_report

    if restored is not None:
        print_undo_report(
            restored.report, root, nothing=english("the files are as they were there")
        )
        if restored.report.reverted:
            commit = restored.before[:10]
            print_result(
                t("to go forward again: architect rollback --to-commit {commit}", commit=commit)
            )
    if session_id is None:
        print_result(t("nothing is before that run: begin with architect run"))
        return
    print_result(session_id)
    print_result(t('resume: architect resume {session_id} "..."', session_id=session_id))
