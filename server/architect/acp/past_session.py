"""What is on record of a session that a client opens again."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.app.next_run import was_cut_off
from architect.app.workflows.of_session import workflows_of_session
from architect.app.workflows.workflow_note import WORKFLOW
from architect.bootstrap.sessions import session_store
from architect.domain.errors import UnknownSessionError
from architect.domain.ids import SessionId
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunStarted
from architect.domain.workflows.state import WorkflowState
from architect.frozen import frozen
from architect.services.sessions import load_session


@frozen(kw_only=True)
class PastSession:
    """`workflows` are those that no message has followed of which the model was told."""

    records: Sequence[Record]
    was_cut_off: bool
    workflows: Sequence[WorkflowState]


async def past_session(
    root: Path, session_id: SessionId, environ: Mapping[str, str]
) -> PastSession:
    """
    Raises:
        UnknownSessionError: there is neither a run of it nor a workflow.
        JournalFault: its journal is corrupt.
    """
    try:
        stored = await load_session(session_store(root), session_id)
    except UnknownSessionError:
        workflows = await asyncio.to_thread(workflows_of_session, root, session_id, environ)
        if not workflows:
            raise
        return PastSession(records=(), was_cut_off=False, workflows=workflows)
    told = {
        each.name
        for record in stored.records
        if isinstance(record.event, RunStarted)
        for each in record.event.attached
        if each.kind == WORKFLOW
    }
    workflows = await asyncio.to_thread(workflows_of_session, root, session_id, environ, but=told)
    return PastSession(records=stored.records, was_cut_off=was_cut_off(stored), workflows=workflows)
