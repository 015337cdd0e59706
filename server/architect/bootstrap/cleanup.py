"""What is kept of sessions, and removing it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.files.project_folder import NAME
from architect.adapters.records.cost_ledger import read_ledger
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.session_cleanup import (
    KeptSession,
    is_due,
    kept_session,
    kept_sessions,
    mentions,
    remove_session,
)
from architect.adapters.records.workflow_files import FOLDER as WORKFLOWS
from architect.bootstrap.checkpoints import in_repository, open_checkpoints
from architect.config.checkpoints import CheckpointSettings
from architect.config.schema import Config
from architect.domain.ids import SessionId, WorkflowId

__all__ = [
    "KeptSession",
    "forget_checkpoints",
    "is_due",
    "kept_session",
    "kept_sessions",
    "kept_workflows",
    "known_projects",
    "mentions",
    "remove_session",
    "remove_workflow",
]

_WORKFLOWS = (NAME, SESSIONS, WORKFLOWS)


def kept_workflows(root: Path) -> list[KeptSession]:
    """What is kept of each workflow of the workspace at `root`, the oldest first.

    Raises:
        PortFault: the folder cannot be read.
    """
    return kept_sessions(root, _WORKFLOWS)


async def remove_workflow(root: Path, kept: KeptSession) -> bool:
    """Remove all that is kept of a workflow; False if somebody works on it by now.

    Its branches are the user's.

    Raises:
        PortFault: it cannot be removed.
    """
    if not await asyncio.to_thread(remove_session, root, kept, _WORKFLOWS):
        return False
    # Seldom needed, and much to import.
    from architect.bootstrap.workflows.units import open_trees, remove_copy

    workflow_id = WorkflowId(kept.session_id)
    trees = open_trees(root, Config())
    if trees is not None:
        await trees.forget(workflow_id)
    await asyncio.to_thread(remove_copy, root, Config(), workflow_id)
    return True


async def forget_checkpoints(root: Path, session_id: SessionId) -> None:
    """Let go of the checkpoints of a session, if there are any.

    Raises:
        VcsFault: git does not.
    """
    if not in_repository(root):
        return
    store = open_checkpoints(root, CheckpointSettings())
    if store is not None and session_id in await store.sessions():
        await store.forget(session_id)


def known_projects(environ: Mapping[str, str]) -> list[Path]:
    """The workspaces in which something was paid for.

    Raises:
        OSError: what is kept about costs cannot be read.
    """
    return [Path(each) for each in sorted({e.project for e in read_ledger(environ, since=None)})]
