"""The workflows of a workspace, as they are known from their journals."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from architect.app.workflows.overview import Overview, overview_from, overview_json, overview_of
from architect.bootstrap.workflows.records import (
    journal_end,
    keep_overview,
    kept_overview,
    workflow_files,
)
from architect.config.nearest import did_you_mean
from architect.domain.errors import JournalFault, NotAFileError, UserError
from architect.domain.ids import WorkflowId
from architect.domain.workflows.state import WorkflowState
from architect.frozen import frozen
from architect.l10n import english

WorkflowStatus = Literal["running", "paused", "success", "partial", "failed", "corrupt"]
STATUS_WORDS: Mapping[WorkflowStatus, str] = {
    "running": english("running"),
    "paused": english("paused"),
    "success": english("success"),
    "partial": english("partial"),
    "failed": english("failed"),
    "corrupt": english("corrupt"),
}


@frozen
class KnownWorkflow:
    """A workflow; `state` is None of a corrupt one, of which `problem` says what is wrong."""

    workflow_id: WorkflowId
    status: WorkflowStatus
    state: WorkflowState | None
    problem: str = ""


@frozen
class ListedWorkflow:
    """A workflow as lists show it; `overview` is None of a corrupt one."""

    workflow_id: WorkflowId
    status: WorkflowStatus
    overview: Overview | None
    problem: str = ""


def listed_workflows(root: Path) -> Iterator[ListedWorkflow]:
    """Those of the workspace at `root`, the newest first, read as little as can be.

    A journal of thousands of lines is read once it has changed and nobody works on it, and what
    follows from it is kept.
    """
    return (_listed(root, workflow_id) for workflow_id in workflow_files(root).ids())


def keep_listed(root: Path, state: WorkflowState) -> None:
    """Keep what lists show of a workflow that stops here, while nobody else writes its journal."""
    overview = overview_of(state)
    with suppress(OSError, NotAFileError):
        end = journal_end(root, overview.workflow_id)
        keep_overview(root, overview.workflow_id, end, overview_json(overview))


def listed(known: KnownWorkflow) -> ListedWorkflow:
    """A workflow of which more is known."""
    overview = None if known.state is None else overview_of(known.state)
    return ListedWorkflow(known.workflow_id, known.status, overview, known.problem)


def _listed(root: Path, workflow_id: WorkflowId) -> ListedWorkflow:
    is_live = workflow_files(root).is_live(workflow_id)
    with suppress(ValueError):
        if (kept := kept_overview(root, workflow_id)) is not None:
            overview = overview_from(kept)
            if overview.status is not None:
                return ListedWorkflow(workflow_id, overview.status.value, overview)
            return ListedWorkflow(workflow_id, "running" if is_live else "paused", overview)
    try:
        end = journal_end(root, workflow_id)  # before it is read: what is added since is not in it
    except (OSError, NotAFileError):  # which is told of it
        return listed(known_workflow(root, workflow_id))
    found = listed(known_workflow(root, workflow_id))
    if found.overview is not None and not is_live:
        keep_overview(root, workflow_id, end, overview_json(found.overview))
    return found


def known_workflows(root: Path) -> Iterator[KnownWorkflow]:
    """Those of the workspace at `root` with their units, the newest first."""
    return (known_workflow(root, workflow_id) for workflow_id in workflow_files(root).ids())


def find_workflow(root: Path, name: str) -> KnownWorkflow:
    """The workflow of that id.

    Raises:
        UserError: there is none.
    """
    expect_workflow(root, name)
    return known_workflow(root, WorkflowId(name))


def expect_workflow(root: Path, name: str) -> None:
    """
    Raises:
        UserError: there is no workflow of that id.
    """
    files = workflow_files(root)
    if not files.has(name):
        hint = did_you_mean(name, files.ids()) or english("; `architect workflows` lists them")
        raise UserError(english("there is no workflow {name!r}{hint}", name=name, hint=hint))


def known_workflow(root: Path, workflow_id: WorkflowId) -> KnownWorkflow:
    """What its journal says of a workflow."""
    files, state = workflow_files(root), WorkflowState()
    try:
        for record in files.records(workflow_id):
            state.apply(record.event)
    except (JournalFault, LookupError, ValueError) as fault:
        return KnownWorkflow(workflow_id, "corrupt", None, str(fault))
    if state.started is None:
        return KnownWorkflow(workflow_id, "corrupt", None, english("its journal has no beginning"))
    if state.finished is not None:
        return KnownWorkflow(workflow_id, state.finished.status.value, state)
    status = "running" if files.is_live(workflow_id) else "paused"
    return KnownWorkflow(workflow_id, status, state)
