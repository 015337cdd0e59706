"""Notes that a run keeps for later sessions."""

from architect.domain.errors import PortFault, ToolFault
from architect.domain.ids import CallId
from architect.domain.journal.run_events import MemoryAdded
from architect.domain.memory import MemoryKind, MemoryNote, note_of, says_already, with_note
from architect.domain.redaction import PLACEHOLDER
from architect.execution.confirm import CONFIRMATION
from architect.execution.run_context import RunContext


def checked_note(run: RunContext, kind: MemoryKind, text: str) -> MemoryNote:
    """The note as the run may keep it.

    Raises:
        ToolFault: it is empty, too long, holds a secret, or the model is told it anyway.
    """
    try:
        note = note_of(run.clock.now().date(), kind, text)
    except ValueError as error:
        raise ToolFault(str(error)) from error
    if run.recorder.redactor.clean(text).redactions or PLACEHOLDER.search(text):
        raise ToolFault("this holds what looks like a key, which no note may; say it without")
    told = run.state.started.system if run.state.started else ""
    if any(says_already(text, note) for text in (told, *run.state.remembered)):
        raise ToolFault("the rules or the memory of the project say this already; continue")
    return note


async def keep_note(
    run: RunContext, kind: MemoryKind, text: str, *, call_id: CallId | None
) -> MemoryNote | None:
    """Keep the note and put that on record; None if the memory says it already.

    Raises:
        ToolFault: it may not be kept, see `checked_note`.
        PortFault: it cannot be written.
    """
    note = checked_note(run, kind, text)
    if run.memory is None:
        raise ToolFault("the memory is off (memory.enabled)")
    if not await run.memory.change(lambda content: with_note(content, note)):
        return None
    run.emit(MemoryAdded(call_id=call_id, kind=note.kind, text=note.text))
    return note


async def keep_corrections(run: RunContext) -> None:
    """Keep what the user corrected in this run: in its words, meanwhile, and in answers."""
    from architect.domain.corrections import corrections_in

    state = run.state
    if not run.keeps_corrections or run.parent is not None or state.started is None:
        return
    follow_up = (
        [state.started.task] if state.earlier is not None and not state.started.title else []
    )
    denied = (one.reason for one in state.denials if one.by == CONFIRMATION)
    said = [*follow_up, *state.said, *denied]
    for sentence in (found for message in said for found in corrections_in(message)):
        try:
            await keep_note(run, "correction", sentence, call_id=None)
        except (ToolFault, PortFault):
            continue  # it is said in the conversation all the same
