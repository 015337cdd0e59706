"""List the checkpoints of the working tree."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import shown, t


@click.command("history")
@click.argument("session", required=False)
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(
    session: str | None, config: Path | None, workspace: Path | None, as_json: bool
) -> None:
    """List the checkpoints of SESSION, or of one of its runs, or of all sessions; oldest first.

    `architect rollback` goes back to one. Files that git ignores are in none of them.
    """
    import asyncio
    import json
    from dataclasses import asdict

    from architect.app.checkpoints import history
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls

    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    found = asyncio.run(history(files, settings.checkpoints, session))
    if as_json:
        document = [asdict(each) | {"at": each.at.isoformat()} for each in found]
        print_result(json.dumps(document, indent=2))
        return
    if not found:
        print_note(t("no checkpoints in this workspace yet"))
    for each in found:
        at = each.at.strftime("%Y-%m-%d %H:%M:%S")
        print_result(escape_controls(f"{each.commit[:10]}  {at}  {each.run_id}  {shown(each.why)}"))
