"""Fix findings of a review."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.result_stream import print_note
from architect.cli.run_flags import EPILOG, FIXING, flags_of, work_with
from architect.l10n import english, t

if TYPE_CHECKING:
    from architect.cli.work import Work

_OWN = (
    click.option("--all", "fix_all", is_flag=True, help="Fix all open findings."),
    click.option("--list", "lists", is_flag=True, help="Only list the open findings."),
)


@click.command("fix", epilog=EPILOG)
@click.argument("ids", metavar="[ID]...", nargs=-1)
@flags_of(FIXING, _OWN)
def command(ids: tuple[str, ...], fix_all: bool, lists: bool, **options: Any) -> int:
    """Have an agent fix findings of reviews, by their ids."""
    if lists:
        return _list(options["config"], options["workspace"])
    if bool(ids) == fix_all:
        raise click.UsageError(english("Name the ids of findings, or --all; --list lists them."))

    def work() -> "Work":
        from architect.cli.fix_work import Fix

        return Fix(ids)

    return work_with(options, work)


def _list(config: Path | None, workspace: Path | None) -> int:
    from architect.bootstrap.findings import open_findings
    from architect.bootstrap.settings import workspace_root
    from architect.cli.finding_lines import finding_lines
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls

    root = workspace_root(told_settings(config, workspace), workspace).resolve()
    findings = open_findings(root)[0].all()
    if not findings:
        print_note(t("no finding is open in this workspace"))
    for finding in findings:
        line, _ = next(iter(finding_lines(finding)))
        print_result(escape_controls(f"{finding.finding_id}  {line} [{finding.category}]"))
    return 0
