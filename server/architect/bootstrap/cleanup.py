"""What is kept of sessions, and removing it."""

from collections.abc import Mapping
from pathlib import Path

from architect.adapters.records.cost_ledger import read_ledger
from architect.adapters.records.session_cleanup import (
    KeptSession,
    is_due,
    kept_sessions,
    mentions,
    remove_session,
)
from architect.bootstrap.checkpoints import in_repository, open_checkpoints
from architect.config.checkpoints import CheckpointSettings
from architect.domain.ids import SessionId

__all__ = [
    "KeptSession",
    "forget_checkpoints",
    "is_due",
    "kept_sessions",
    "known_projects",
    "mentions",
    "remove_session",
]


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
