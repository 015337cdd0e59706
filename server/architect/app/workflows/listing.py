"""The workflows of a workspace, as they are known from their journals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from architect.bootstrap.workflows.records import workflow_files
from architect.config.nearest import did_you_mean
from architect.domain.errors import JournalFault, UserError
from architect.domain.ids import WorkflowId
from architect.domain.workflows.state import WorkflowState
from architect.frozen import frozen

WorkflowStatus = Literal["running", "paused", "success", "partial", "failed", "corrupt"]


@frozen
class KnownWorkflow:
    """A workflow; `state` is None of a corrupt one, of which `problem` says what is wrong."""

    workflow_id: WorkflowId
    status: WorkflowStatus
    state: WorkflowState | None
    problem: str = ""


def known_workflows(root: Path) -> Iterator[KnownWorkflow]:
    """Those of the workspace at `root`, the newest first."""
    return (known_workflow(root, workflow_id) for workflow_id in workflow_files(root).ids())


def find_workflow(root: Path, name: str) -> KnownWorkflow:
    """The workflow of that id.

    Raises:
        UserError: there is none.
    """
    files = workflow_files(root)
    if not files.has(name):
        hint = did_you_mean(name, files.ids()) or "; `architect workflows` lists them"
        raise UserError(f"there is no workflow {name!r}{hint}")
    return known_workflow(root, WorkflowId(name))


def known_workflow(root: Path, workflow_id: WorkflowId) -> KnownWorkflow:
    """What its journal says of a workflow."""
    files, state = workflow_files(root), WorkflowState()
    try:
        for record in files.records(workflow_id):
            state.apply(record.event)
    except (JournalFault, LookupError, ValueError) as fault:
        return KnownWorkflow(workflow_id, "corrupt", None, str(fault))
    if state.started is None:
        return KnownWorkflow(workflow_id, "corrupt", None, "its journal has no beginning")
    if state.finished is not None:
        return KnownWorkflow(workflow_id, state.finished.status.value, state)
    status = "running" if files.is_live(workflow_id) else "paused"
    return KnownWorkflow(workflow_id, status, state)
