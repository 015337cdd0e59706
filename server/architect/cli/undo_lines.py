"""What an undo or a rollback did to each file, on standard output."""

import os
from pathlib import Path

from architect.cli.result_stream import print_result
from architect.domain.escape_controls import escape_controls
from architect.l10n import english, shown
from architect.services.user_runs import UndoReport, report_lines


def print_undo_report(
    report: UndoReport, root: Path, *, nothing: str = english("nothing to undo")
) -> None:
    """A line for each file in the workspace at `root`; `nothing` where there is none to name."""
    deleted = frozenset(path for path in report.reverted if not os.path.lexists(root / path))
    for line in report_lines(report, deleted=deleted, nothing=nothing):
        print_result(escape_controls(shown(line)), column=2)
