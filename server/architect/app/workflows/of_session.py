"""The workflows that the user of a session had go, as they are known from their journals."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from architect.app.run_title import title_of
from architect.app.workflows.listing import known_workflow
from architect.bootstrap.workflows.records import own_workflows, workflow_files
from architect.domain.errors import JournalFault
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.workflows.events import WorkflowStarted
from architect.domain.workflows.state import WorkflowState
from architect.frozen import frozen


@frozen
class AskedWorkflow:
    """What the beginning of a workflow says that was asked for in a session."""

    session_id: SessionId
    workflow_id: WorkflowId
    asked: str
    at: datetime


def workflows_of_session(
    root: Path, session_id: SessionId, environ: Mapping[str, str], *, but: Collection[str] = ()
) -> list[WorkflowState]:
    """Those that this user has begun in the session, `but` some, and that are over or stopped.

    The oldest is the first.

    Raises:
        UserError: what is kept about workflows cannot be read.
    """
    found = [
        known_workflow(root, each.workflow_id)
        for each in asked_in_sessions(root, environ)
        if each.session_id == session_id and each.workflow_id not in but
    ]
    return [each.state for each in found if each.state is not None and each.status != "running"]


def asked_in_sessions(root: Path, environ: Mapping[str, str]) -> Iterator[AskedWorkflow]:
    """The workflows that this user has begun in sessions of `root`, the oldest first.

    A record that came with the project counts for nothing: a model would read it as the user's.

    Raises:
        UserError: what is kept about workflows cannot be read.
    """
    own, files = own_workflows(environ).of_sessions(root), workflow_files(root)
    for workflow_id in reversed(files.ids()):
        if workflow_id in own and (asked := _asked(root, workflow_id)) is not None:
            yield asked


def leave_workflows(root: Path, session_id: SessionId, environ: Mapping[str, str]) -> None:
    """Let the workflows of a session stand alone, since it is deleted.

    Raises:
        UserError: what is kept about workflows cannot be read or written.
    """
    found = asked_in_sessions(root, environ)
    if theirs := [each.workflow_id for each in found if each.session_id == session_id]:
        own_workflows(environ).set_apart(root, theirs)


def _asked(root: Path, workflow_id: WorkflowId) -> AskedWorkflow | None:
    """What its first event says, if it names a session."""
    try:
        first = next(workflow_files(root).records(workflow_id), None)
    except JournalFault:
        return None
    started = first.event if first is not None else None
    if first is None or not isinstance(started, WorkflowStarted) or started.asked_in is None:
        return None
    asked = f"/{started.kind} {title_of(started.title)}"
    return AskedWorkflow(started.asked_in, workflow_id, asked, first.at)
