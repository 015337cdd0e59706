"""Where the checkpoints of sessions are, those of copied runs among them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from architect.bootstrap.checkpoints import open_checkpoints, recorded_states
from architect.bootstrap.sessions import session_store
from architect.config.checkpoints import CheckpointSettings
from architect.domain.checkpoints import Checkpoint
from architect.domain.errors import PortFault, UnknownSessionError, VcsFault
from architect.domain.ids import RunId, SessionId, names_run, session_of
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunStarted
from architect.ports.checkpoints import Checkpoints
from architect.ports.workspace import Workspace
from architect.services.sessions import load_session


async def checkpoints_of(
    workspace: Workspace, settings: CheckpointSettings, session: str | None
) -> Checkpoints:
    """The checkpoints of a session, or of all: those git keeps, or else what the journals know.

    Raises:
        VcsFault: git fails.
    """
    store = open_checkpoints(workspace.root, settings)
    if store is not None:
        known = await store.sessions()
        if known if session is None else session_of(RunId(session)) in known:
            return store
    return recorded_states(workspace.root)


async def recorded(root: Path, session_id: SessionId) -> Sequence[Record]:
    """What is recorded of a session; nothing if it is gone or damaged."""
    try:
        return (await load_session(session_store(root), session_id)).records
    except (PortFault, UnknownSessionError):
        return ()


async def with_copies(
    session_or_run: str,
    copies: Mapping[RunId, RunId],
    workspace: Workspace,
    settings: CheckpointSettings,
) -> Sequence[Checkpoint]:
    """The checkpoints of a session, oldest first, in which some runs are copies of others.

    `copies` names the originals, whose checkpoints stand for theirs.

    Raises:
        VcsFault: git fails.
    """
    own = session_of(RunId(session_or_run))
    found: list[Checkpoint] = []
    for session_id in dict.fromkeys(session_of(origin) for origin in copies.values()):
        of_origin = await _all_of(session_id, workspace, settings)
        for copy, origin in copies.items():
            found += [replace(each, run_id=copy) for each in of_origin if each.run_id == origin]
    found += [each for each in await _all_of(own, workspace, settings) if each.run_id not in copies]
    is_run = names_run(session_or_run)
    return [each for each in found if not is_run or each.run_id == session_or_run]


async def _all_of(
    session_id: SessionId, workspace: Workspace, settings: CheckpointSettings
) -> Sequence[Checkpoint]:
    store = await checkpoints_of(workspace, settings, session_id)
    return await store.of_session(session_id) if session_id in await store.sessions() else ()


async def gone_back_to(records: Sequence[Record], workspace: Workspace) -> Sequence[Checkpoint]:
    """The checkpoints of the session of `records` if a run went back to one; none if git fails."""
    back = [each for each in records if isinstance(each.event, RunStarted) and each.event.restores]
    if not back:
        return ()
    session_id = session_of(back[0].run_id)
    try:
        store = await checkpoints_of(workspace, CheckpointSettings(), session_id)
        return await store.of_session(session_id)
    except VcsFault:
        return ()
