"""Reports on sessions of a workspace."""

import asyncio
from dataclasses import replace
from pathlib import Path

from architect.app.reports.fold import MOST_PATCH_CHARS, report_of
from architect.app.reports.report import Report
from architect.app.run_changes import diff_of_run
from architect.bootstrap.sessions import session_store
from architect.domain.errors import ArchitectError
from architect.domain.ids import RunId, SessionId, names_run, session_of
from architect.domain.text.diff import bounded_patch
from architect.ports.workspace import Workspace
from architect.services.sessions import find_runs

_MOST_BYTES = 50_000_000
"""Of a journal that is read as a whole, for what the runs changed in the end."""


async def read_report(workspace: Workspace, session_id: str) -> Report:
    """The report of a session, which may still be going on.

    Raises:
        UnknownSessionError: there is none of that id.
        JournalFault: its journal is corrupt.
    """
    store = session_store(workspace.root)
    session = session_of(RunId(session_id)) if names_run(session_id) else SessionId(session_id)
    known = await store.ids()
    if session not in known:
        await find_runs(store, session_id)  # which says what is there instead
    report = await asyncio.to_thread(lambda: report_of(store.records(session)))
    report = replace(report, in_repository=_in_repository(workspace.root))
    if report.files and await store.size(session) <= _MOST_BYTES:
        patch = await _net_patch(workspace, session)
        if patch is not None:
            cut = bounded_patch(patch, MOST_PATCH_CHARS)
            left_out = {name: n for name, n in report.left_out.items() if name != "diffs"}
            report = replace(report, patch=cut, left_out=left_out)
    return report


async def _net_patch(workspace: Workspace, session: SessionId) -> str | None:
    """What the runs changed in the end; None if that cannot be told."""
    try:
        _, runs = await find_runs(session_store(workspace.root), session)
        patches = [(await diff_of_run(run_id, workspace)).patch for run_id in reversed(runs)]
    except ArchitectError:
        return None
    return "".join(patches)


def _in_repository(root: Path) -> str:
    around = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)
    relative = root.relative_to(around).as_posix()
    return "" if relative == "." else relative
