"""What the model of a conversation is told of a workflow that its user had go in between."""

from collections.abc import Iterator
from dataclasses import replace

from architect.domain.outcome import Status
from architect.domain.run_request import Attachment, RunRequest
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.domain.workflows.unit import Place
from architect.frozen import frozen

WORKFLOW = "workflow"
"""The kind of such a text among what goes with a message."""

_MOST_UNITS = 20
_MOST_SAID = 2_000
_MOST_TASK = 300


@frozen
class WorkflowNote:
    """A text for the next run of a conversation; `taints` are what the agents had read by then."""

    text: Attachment
    taints: tuple[str, ...] = ()


def workflow_note(state: WorkflowState, problem: str) -> WorkflowNote:
    """How it ended, or why it stopped, and what each of its units did."""
    assert state.started is not None
    lines = [
        f"The user had this workflow ({state.started.kind}) go in between. Its agents had "
        "conversations of their own, of which you have seen nothing.",
        f"It {_ending(state, problem)}.",
    ]
    units = list(state.units.values())
    for unit in units[-_MOST_UNITS:]:
        lines += _unit(unit)
    if len(units) > _MOST_UNITS:
        lines.insert(2, f"Of {len(units)} units these are the last {_MOST_UNITS}:")
    taints = {taint for unit in units if unit.result for taint in unit.result.taints}
    attachment = Attachment(WORKFLOW, state.started.workflow_id, "\n".join(lines))
    return WorkflowNote(attachment, tuple(sorted(taints)))


def undone(note: WorkflowNote) -> WorkflowNote:
    """The same once the user has undone what the workflow changed in the files."""
    told = f"{note.text.text}\nThe user has undone what it changed in the files."
    return replace(note, text=replace(note.text, text=told))


def with_notes(request: RunRequest, notes: tuple[WorkflowNote, ...]) -> RunRequest:
    """`request` in which the model is told of the workflows, too."""
    texts = tuple(note.text for note in notes)
    taints = tuple(taint for note in notes for taint in note.taints)
    return replace(
        request,
        attachments=(*request.attachments, *texts),
        taints=(*request.taints, *taints),
    )


def _ending(state: WorkflowState, problem: str) -> str:
    if state.finished is not None:
        return f"ended with {state.finished.status}: {state.finished.reason}"
    return f"stopped before its end: {problem or (state.paused.reason if state.paused else '')}"


def _unit(state: UnitState) -> Iterator[str]:
    unit, result = state.unit, state.result
    task = " ".join(unit.task.split())[:_MOST_TASK]
    how = "success" if state.is_success else state.shortcoming or state.phase
    yield f"- {unit.unit_id} ({how}){f': {task}' if task else ''}"
    if state.phase is not Phase.DONE or result is None:
        return
    if result.files and not state.is_undone:
        yield f"  changed {_where(state)}: {', '.join(result.files)}"
    if result.status is not Status.FAILED and result.output.strip():
        said = result.output.strip()[:_MOST_SAID]
        yield "  said: " + said.replace("\n", "\n  ")


def _where(state: UnitState) -> str:
    if state.unit.place is Place.WORKSPACE:
        return "in the workspace"
    return f"on the branch {state.branch}" if state.branch else "in a copy"
