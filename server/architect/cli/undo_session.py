"""One `architect undo`, which may take back several runs of a session."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from architect.bootstrap.credentials import Credentials
from architect.bootstrap.sessions import session_store, undo
from architect.bootstrap.settings import workspace_root
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.settings import told_settings
from architect.domain.errors import UnknownSessionError
from architect.services.sessions import find_runs
from architect.services.user_runs import UndoReport


async def undo_session(
    session_or_run: str | None,
    paths: Sequence[str] | None,
    config: Path | None,
    workspace: Path | None,
    *,
    kept_too: bool,
) -> UndoReport:
    """Take back the runs that are meant, newest first; what the user kept only if `kept_too`.

    Raises:
        UserError: there is no such run, or none of them changed one of `paths`.
        JournalFault: what happens cannot be recorded.
    """
    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    secrets = Credentials(os.environ).secrets(settings.llm.api_key_env)
    _, runs = await find_runs(session_store(files.root), session_or_run)
    reports: list[UndoReport] = []
    unknown: UnknownSessionError | None = None
    for run_id in runs:
        try:
            reports.append(
                await undo(run_id, files, paths=paths, kept_too=kept_too, secrets=secrets)
            )
        except UnknownSessionError as error:
            unknown = error
    if not reports and unknown is not None:
        raise unknown
    return _together(reports)


def _together(reports: Sequence[UndoReport]) -> UndoReport:
    reverted = dict.fromkeys(path for report in reports for path in report.reverted)
    conflicts = {conflict.path: conflict for report in reports for conflict in report.conflicts}
    run_ids = [report.run_id for report in reports if report.run_id is not None]
    return UndoReport(
        run_ids[-1] if run_ids else None,
        tuple(path for path in reverted if path not in conflicts),
        tuple(conflicts.values()),
        tuple(hunk for report in reports for hunk in report.kept),
    )


def report_document(report: UndoReport) -> dict[str, Any]:
    """The document that `architect undo --json` prints."""
    return asdict(report)
