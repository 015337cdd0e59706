"""Removing sessions that nobody needs any more."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from architect.app.run_changes import hunks_of_run
from architect.bootstrap.cleanup import (
    KeptSession,
    forget_checkpoints,
    is_due,
    kept_sessions,
    kept_workflows,
    known_projects,
    mentions,
    remove_session,
    remove_workflow,
)
from architect.bootstrap.findings import open_findings
from architect.bootstrap.sessions import session_store
from architect.bootstrap.workspaces import disk_workspace
from architect.config.sessions import SessionSettings
from architect.domain.errors import ArchitectError, UserError
from architect.domain.ids import SessionId, session_of
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.l10n import english
from architect.services.sessions import find_runs

DAY_S = 24 * 3600.0
_IS_LIVE = english("it is going on")


@frozen
class CleanedSession:
    """A session or workflow that was removed, or would be.

    Or that stays although it is old, and why.
    """

    session_id: SessionId
    size: int
    age_days: float
    kept_because: str = ""
    is_workflow: bool = False


@frozen
class CleanedProject:
    """What became of the sessions of one workspace; `left` are those that are not old."""

    root: Path
    sessions: tuple[CleanedSession, ...] = ()
    left: int = 0
    left_bytes: int = 0
    problem: str = ""

    @property
    def freed(self) -> int:
        return sum(each.size for each in self.sessions if not each.kept_because)


async def clean_up(
    root: Path,
    *,
    now: float,
    older_than_days: float | None,
    max_bytes: int | None = None,
    dry_run: bool = False,
) -> CleanedProject:
    """Remove the sessions of the workspace at `root` that are old, or too much.

    A session goes with its journals, the contents of its files, its outputs and its checkpoints.
    One that goes on, that proposes something nobody has decided about, or whose findings are open,
    stays. A workflow goes with the records of its runs, and never with a branch. `now` is in
    seconds since the epoch.
    """
    try:
        sessions = await asyncio.to_thread(kept_sessions, root)
        workflows = await asyncio.to_thread(kept_workflows, root)
        open_ones = _with_open_findings(root)
    except ArchitectError as error:
        return CleanedProject(root, problem=str(error))
    total = sum(each.size for each in sessions)
    done: list[CleanedSession] = []
    left: list[KeptSession] = []
    for session in sessions:
        age = max(0.0, now - session.written_at) / DAY_S
        is_old = older_than_days is not None and age > older_than_days
        # The newest one is never too much: somebody may want to resume it.
        is_too_much = max_bytes is not None and total > max_bytes and session != sessions[-1]
        if not (is_old or is_too_much):
            left.append(session)
            continue
        reason = await _needed_because(root, session, open_ones)
        if not reason and not dry_run:
            reason = await _removed(root, session)
        if not reason:
            total -= session.size
        done.append(CleanedSession(session.session_id, session.size, age, reason))
    for workflow in workflows:
        age = max(0.0, now - workflow.written_at) / DAY_S
        if older_than_days is None or age <= older_than_days:
            left.append(workflow)
            continue
        reason = await _workflow_removed(root, workflow, dry_run=dry_run)
        done.append(CleanedSession(workflow.session_id, workflow.size, age, reason, True))
    return CleanedProject(root, tuple(done), len(left), sum(each.size for each in left))


async def clean_up_daily(root: Path, settings: SessionSettings, *, now: float) -> None:
    """Clean up as the configuration says, if that was not done within a day.

    What cannot be removed stays: whoever wants to know why asks for it by hand.
    """
    days, megabytes = settings.cleanup_after_days, settings.max_megabytes
    if await asyncio.to_thread(is_due, root, now=now, every_s=DAY_S):
        max_bytes = None if megabytes is None else megabytes * 1_000_000
        await clean_up(root, now=now, older_than_days=days, max_bytes=max_bytes)


async def all_projects(environ: Mapping[str, str]) -> Sequence[Path]:
    """The workspaces in which something was paid for, as far as they are still there."""
    found = await asyncio.to_thread(known_projects, environ)
    return [root for root in found if (root / ".architect" / "sessions").is_dir()]


def _with_open_findings(root: Path) -> dict[SessionId, int]:
    found: dict[SessionId, int] = {}
    if not (root / ".architect" / "findings.json").exists():
        return found
    for finding in open_findings(root)[0].all():
        session = session_of(finding.run_id)
        found[session] = found.get(session, 0) + 1
    return found


async def _needed_because(
    root: Path, session: KeptSession, open_findings_of: Mapping[SessionId, int]
) -> str:
    """Why a session may not be removed; empty if it may."""
    if session.is_live:
        return _IS_LIVE
    if count := open_findings_of.get(session.session_id):
        return english("{found} of it open", found=counted(count, "finding"))
    return await open_proposals(root, session.session_id) if session.has_journal else ""


async def _workflow_removed(root: Path, workflow: KeptSession, *, dry_run: bool) -> str:
    """Remove a workflow, or not even try; why it stays, or empty."""
    try:
        if workflow.is_live or not (dry_run or await remove_workflow(root, workflow)):
            return _IS_LIVE
    except ArchitectError as error:
        return str(error)
    return ""


async def _removed(root: Path, session: KeptSession) -> str:
    """Remove a session with its checkpoints; why that did not go, or empty."""
    try:
        if not await asyncio.to_thread(remove_session, root, session):
            return _IS_LIVE
        await forget_checkpoints(root, session.session_id)
    except ArchitectError as error:
        return str(error)
    return ""


async def open_proposals(root: Path, session_id: SessionId) -> str:
    """What of a session waits for a decision; empty if nothing does."""
    if not await asyncio.to_thread(mentions, root, session_id, "file.proposed"):
        return ""
    with suppress(UserError):
        workspace = disk_workspace(root)
        try:
            _, runs = await find_runs(session_store(root), session_id)
        except ArchitectError:
            return ""  # nobody could decide about what cannot be read
        for run_id in runs:
            for file in (await hunks_of_run(run_id, workspace)).files:
                if file.kind == "proposed" and file.undecided:
                    return english("it proposes changes of {path}", path=os.fspath(file.path))
    return ""
