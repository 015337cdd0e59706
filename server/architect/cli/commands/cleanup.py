"""Remove old sessions and workflows."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import shown, t

if TYPE_CHECKING:
    from architect.app.cleanup import CleanedProject

_DEFAULT_DAYS = 7


@click.command("cleanup")
@config_option
@workspace_option
@click.option(
    "--older-than",
    type=click.FloatRange(0),
    metavar="DAYS",
    help="Remove what is older (default: sessions.cleanup_after_days, else 7).",
)
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
@click.option("--all-projects", is_flag=True, help="In every project where runs were paid for.")
def command(
    config: Path | None,
    workspace: Path | None,
    older_than: float | None,
    dry_run: bool,
    all_projects: bool,
) -> int:
    """Remove old sessions and workflows with everything that is kept of them.

    What goes on, proposals nobody has decided about and sessions with open findings stay.
    """
    import asyncio
    import os
    import time

    from architect.app import cleanup
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    days = older_than if older_than is not None else settings.sessions.cleanup_after_days
    megabytes = settings.sessions.max_megabytes

    async def cleaned() -> "list[CleanedProject]":
        roots = [workspace_root(settings, workspace).resolve()]
        if all_projects:
            roots = list(await cleanup.all_projects(os.environ))
        return [
            await cleanup.clean_up(
                root,
                now=time.time(),
                older_than_days=_DEFAULT_DAYS if days is None else days,
                max_bytes=None if megabytes is None else megabytes * 1_000_000,
                dry_run=dry_run,
            )
            for root in roots
        ]

    projects = asyncio.run(cleaned())
    for project in projects:
        for line in _lines(project, dry_run=dry_run):
            print_result(line)
    return 1 if any(project.problem for project in projects) else 0


def _lines(project: "CleanedProject", *, dry_run: bool) -> list[str]:
    from architect.domain.escape_controls import escape_controls
    from architect.domain.text.counted import counted

    removed = t("would remove") if dry_run else t("removed")
    lines = [f"{project.root}:"]
    for each in project.sessions:
        what = removed
        if each.kept_because:
            what = t("kept, {reason}", reason=shown(each.kept_because))
        age = t("{days:.0f} days", days=each.age_days)
        lines.append(f"  {each.session_id}  {age}  {_size(each.size)}  {what}")
    if project.problem:
        return [escape_controls(line) for line in (*lines, f"  {shown(project.problem)}")]
    gone = [each for each in project.sessions if not each.kept_because]
    workflows = sum(each.is_workflow for each in gone)
    what = shown(counted(len(gone) - workflows, "session"))
    if workflows:
        also = shown(counted(workflows, "workflow"))
        what = t("{sessions} and {workflows}", sessions=what, workflows=also)
    told = t("would remove {what}", what=what) if dry_run else t("removed {what}", what=what)
    newer = shown(counted(project.left, "newer one"))
    lines.append(f"  {told}, {_size(project.freed)}; {newer}, {_size(project.left_bytes)}")
    return [escape_controls(line) for line in lines]


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
