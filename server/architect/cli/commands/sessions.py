"""List the sessions of the workspace."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.options import config_option, workspace_option

if TYPE_CHECKING:
    from datetime import datetime

    from architect.domain.journal.session import SessionSummary


@click.command("sessions")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(config: Path | None, workspace: Path | None, as_json: bool) -> None:
    """List the sessions of the workspace, newest first."""
    import asyncio

    from architect.bootstrap.sessions import session_store
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.services.sessions import list_sessions

    root = workspace_root(told_settings(config, workspace), workspace)
    summaries = asyncio.run(list_sessions(session_store(root)))
    if as_json:
        import json

        print_result(json.dumps([_document(summary) for summary in summaries], indent=2))
        return
    if not summaries:
        click.echo("no sessions in this workspace yet", err=True)
    for summary in summaries:
        print_result(_line(summary), column=len(summary.session_id) + 2)


def _document(summary: "SessionSummary") -> dict[str, Any]:
    """What `--json` promises of a session."""
    return {
        "session_id": summary.session_id,
        "status": summary.status,
        "task": summary.task,
        "agent": summary.agent,
        "started_at": _time(summary.started_at),
        "updated_at": _time(summary.updated_at),
        "cost_usd": summary.cost_usd,
        "files_changed": list(summary.files_changed),
        "runs": list(summary.runs),
        "problem": summary.problem,
    }


def _time(at: "datetime | None") -> str | None:
    return None if at is None else at.isoformat(timespec="milliseconds")


def _line(summary: "SessionSummary") -> str:
    from architect.app.run_title import title_of
    from architect.domain.escape_controls import escape_controls
    from architect.domain.text.counted import counted

    if summary.problem is not None:
        return escape_controls(f"{summary.session_id}  {summary.status:11}  {summary.problem}")
    cost = "price unknown" if summary.cost_usd is None else f"${summary.cost_usd:.4f}"
    files = len(summary.files_changed)
    changed = counted(files, "file")
    status = "incomplete" if summary.status == "partial" else summary.status
    about = f"{summary.agent}: {summary.title or title_of(summary.task)}"
    return escape_controls(f"{summary.session_id}  {status:11}  {cost}  {changed:8}  {about}")
