"""Show the changes of a run."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import shown

if TYPE_CHECKING:
    from architect.services.run_diff import RunDiff


@click.command("diff")
@click.argument("run", required=False)
@config_option
@workspace_option
def command(run: str | None, config: Path | None, workspace: Path | None) -> None:
    """Print the changes of a run as a patch (default: the last run that changed files).

    On a terminal, control characters are escaped.
    """
    import asyncio

    from architect.app.run_changes import diff_of_run
    from architect.bootstrap.runtime import system_clock
    from architect.bootstrap.sessions import session_store
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.last_session import tell_passed_over
    from architect.cli.result_stream import ResultStream, print_note
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls
    from architect.services.run_diff import undone_lines
    from architect.services.sessions import find_runs, last_changing_run

    files = disk_workspace(workspace_root(told_settings(config, workspace), workspace))
    tell_passed_over(run, files.root)

    async def diffs() -> "list[RunDiff]":
        store = session_store(files.root)
        _, runs = await find_runs(
            store, run or await last_changing_run(store, system_clock().now())
        )
        return [await diff_of_run(run_id, files) for run_id in reversed(runs)]

    with ResultStream() as results:
        found = asyncio.run(diffs())
        text = "".join(each.patch for each in found)
        if results.is_terminal:
            results.write_text(escape_controls(text))
        else:
            results.write(text.encode("utf-8", "surrogateescape"))
    for undone in undone_lines(found):
        print_note(escape_controls(shown(undone)))
