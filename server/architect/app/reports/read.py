"""Reports on sessions of a workspace."""

import asyncio
from dataclasses import replace
from pathlib import Path

from architect.app.reports.changes import MOST_PATCH_CHARS
from architect.app.reports.fold import report_of
from architect.app.reports.report import Report
from architect.app.run_changes import diffs_of_session
from architect.bootstrap.sessions import session_store
from architect.domain.errors import ArchitectError
from architect.domain.ids import RunId, SessionId, names_run, session_of
from architect.domain.text.diff import bounded_patch
from architect.domain.text.joined_patch import joined_patch
from architect.ports.workspace import Workspace
from architect.services.sessions import find_runs

_MOST_BYTES = 10_000_000
_MOST_LOOKS = 100_000_000
"""Bytes of a journal that is read as a whole, for what its runs changed in the end, and those bytes
times its runs, each of which is looked for in all of it."""


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
    report = replace(report, in_repository=in_repository(workspace.root))
    size = await store.size(session)
    if report.files and size <= min(_MOST_BYTES, _MOST_LOOKS // max(1, len(report.runs))):
        patch = await _net_patch(workspace, session)
        if patch is not None:
            cut = bounded_patch(patch, MOST_PATCH_CHARS)
            left_out = {name: n for name, n in report.left_out.items() if name != "diffs"}
            report = replace(report, patch=cut, left_out=left_out)
    return report


async def _net_patch(workspace: Workspace, session: SessionId) -> str | None:
    """What the runs changed in the end; None if that cannot be told."""
    try:
        diffs = await diffs_of_session(session, workspace)
    except ArchitectError:
        return None
    return joined_patch(diff.patch for diff in diffs)


def in_repository(root: Path) -> str:
    """Where in its git repository the folder `root` is; empty if it is its root, or in none."""
    around = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)
    relative = root.relative_to(around).as_posix()
    return "" if relative == "." else relative
