"""List the changes of a session that nobody has decided about."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, path_option, workspace_option
from architect.l10n import shown, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from architect.app.session_hunks import ListedHunk

_NO_TERMINAL = 10_000
"""Columns of a file or pipe: nothing is cut."""


@click.command("hunks")
@click.argument("session_or_run", required=False)
@path_option
@click.option("--diff", "as_diff", is_flag=True, help="Print each as a patch.")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, with patches.")
def command(
    session_or_run: str | None,
    paths: tuple[str, ...],
    as_diff: bool,
    config: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    """List the hunks of a session that nobody has kept or undone, here or in an editor.

    Default: the last session in which an agent changed files or proposed to.
    `architect keep --hunk ID` and `architect undo --hunk ID` decide about one.
    """
    import asyncio

    from architect.app.session_hunks import at_paths, runs_meant, undecided_hunks
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.last_session import tell_passed_over
    from architect.cli.result_stream import print_note
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import in_one_line

    files = disk_workspace(workspace_root(told_settings(config, workspace), workspace))
    tell_passed_over(session_or_run, files.root)
    runs = asyncio.run(runs_meant(session_or_run, files))
    found = asyncio.run(undecided_hunks(runs, files))
    hunks = at_paths(found.hunks, paths, files) if paths else found.hunks
    for conflict in found.unknown:
        print_note(f"{in_one_line(conflict.path)}: {shown(conflict.reason)}")
    if as_json:
        _print_json(hunks)
    elif hunks:
        _print_hunks(hunks, as_diff=as_diff)
    else:
        print_note(t("no change waits for a decision"))


def _print_json(hunks: "Sequence[ListedHunk]") -> None:
    import json

    from architect.cli.result_stream import print_result

    document = [
        {
            "id": hunk.hunk_ids[0],
            "run_id": hunk.run_id,
            "path": hunk.path,
            "line": hunk.line,
            "kind": hunk.kind,
            "added": len(hunk.added),
            "removed": len(hunk.removed),
            "changed_since": hunk.lost or None,
            "patch": hunk.patch,
        }
        for hunk in hunks
    ]
    print_result(json.dumps(document, indent=2))


def _print_hunks(hunks: "Sequence[ListedHunk]", *, as_diff: bool) -> None:
    import os

    from architect.cli.hunk_lines import hunk_rows
    from architect.cli.result_stream import print_result

    width = os.get_terminal_size(1).columns if os.isatty(1) else 0
    rows = hunk_rows([(hunk.hunk_ids[0], hunk) for hunk in hunks], width or _NO_TERMINAL)
    for row, hunk in zip(rows, hunks, strict=True):
        print_result(f"{row}\n{hunk.patch}" if as_diff else row)
