"""The workflows that the user of a session had go, as they are known from their journals."""

from collections.abc import Collection, Mapping
from pathlib import Path

from architect.app.workflows.listing import known_workflow
from architect.bootstrap.workflows.records import own_workflows, workflow_files
from architect.domain.errors import JournalFault
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.workflows.events import WorkflowStarted
from architect.domain.workflows.state import WorkflowState


def workflows_of_session(
    root: Path, session_id: SessionId, environ: Mapping[str, str], *, but: Collection[str] = ()
) -> list[WorkflowState]:
    """Those that this user has begun in the session, `but` some, and that are over or stopped.

    The oldest is the first. A record that came with the project counts for nothing: a model would
    read it as the user's.

    Raises:
        UserError: what is kept about workflows cannot be read.
    """
    own = own_workflows(environ)
    found = [
        known_workflow(root, workflow_id)
        for workflow_id in reversed(workflow_files(root).ids())
        if workflow_id not in but
        and _asked_in(root, workflow_id) == session_id
        and own.has(root, workflow_id)
    ]
    return [each.state for each in found if each.state is not None and each.status != "running"]


def _asked_in(root: Path, workflow_id: WorkflowId) -> SessionId | None:
    """The session that its first event names."""
    try:
        first = next(workflow_files(root).records(workflow_id), None)
    except JournalFault:
        return None
    event = first.event if first is not None else None
    return event.asked_in if isinstance(event, WorkflowStarted) else None
