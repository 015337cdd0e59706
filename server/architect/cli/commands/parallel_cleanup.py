"""Remove merged branches and abandoned copies of workflows."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note


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
    verb = "would remove" if dry_run else "removed"
    for name in tidied.branches:
        print_result(escape_controls(f"{verb} the branch {name}"))
    for workflow in tidied.copies:
        print_result(escape_controls(f"{verb} the copies of {workflow}"))
    for name, reason in tidied.kept:
        print_result(escape_controls(f"kept the branch {name}: {reason}"))
    if not (tidied.branches or tidied.copies or tidied.kept):
        print_note("no workflow left anything here")
