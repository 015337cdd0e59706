"""Remove merged branches and abandoned copies of workflows."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t


@click.command("parallel-cleanup")
@config_option
@workspace_option
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
def command(config: Path | None, workspace: Path | None, dry_run: bool) -> None:
    """Remove branches of workflows that are merged into another branch, and abandoned copies.

    A branch with a commit that no other branch has stays, whatever it is called.
    """
    import asyncio

    from architect.app.workflows.tidying import tidy_up
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls

    settings = told_settings(config, workspace)
    root = workspace_root(settings, workspace)
    tidied = asyncio.run(tidy_up(root, settings, dry_run=dry_run))
    would, done = english("would remove the branch {name}"), english("removed the branch {name}")
    for name in tidied.branches:
        print_result(escape_controls(t(would if dry_run else done, name=name)))
    would = english("would remove the copies of {workflow}")
    done = english("removed the copies of {workflow}")
    for workflow in tidied.copies:
        print_result(escape_controls(t(would if dry_run else done, workflow=workflow)))
    for name, reason in tidied.kept:
        print_result(
            escape_controls(t("kept the branch {name}: {reason}", name=name, reason=shown(reason)))
        )
    if not (tidied.branches or tidied.copies or tidied.kept):
        print_note(t("no workflow left anything here"))
