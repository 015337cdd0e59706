"""Undoing what a session changed, for its user to read."""

import os
from collections.abc import Sequence
from pathlib import Path

from architect.acp.session import AcpSession
from architect.app.undo_session import joined, undo_session
from architect.bootstrap.run.credentials import Credentials
from architect.ports.workspace import Workspace
from architect.services.user_runs import report_lines


async def undo_lines(session: AcpSession, workspace: Workspace, which: str) -> Sequence[str]:
    """Undo the run or session `which`, or all of this one; what became of each file.

    Raises:
        UserError: there is nothing to undo.
        JournalFault: what happens cannot be recorded.
    """
    llm = session.config().llm
    credentials = await Credentials(os.environ).with_kept(llm)
    reports = await undo_session(
        which or session.session_id,
        workspace,
        paths=None,
        kept_too=False,
        secrets=credentials.secrets(llm),
    )
    report = joined(reports)
    lines = list(report_lines(report, deleted=_missing(report.reverted, workspace.root)))
    return [*lines, *(f"to redo: /undo {one.run_id}" for one in reports if one.run_id)]


def _missing(paths: Sequence[str], root: Path) -> frozenset[str]:
    return frozenset(path for path in paths if not os.path.lexists(root / path))
