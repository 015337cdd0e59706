"""Runs by their ids: in memory, or in the journals of the open folders."""

from pathlib import Path

from architect.app.errors import UnknownRunError
from architect.app.past_runs import PastRun, past_run
from architect.lsp.editor_session import EditorSession


async def past_run_of(editor: EditorSession, run_id: str) -> PastRun:
    """A run that is not in memory.

    Raises:
        UnknownRunError: there is no such run.
    """
    found = await past_run(run_id, editor.folders.all_roots())
    if found is None:
        raise UnknownRunError(run_id)
    return found


async def root_of_run(editor: EditorSession, run_id: str) -> Path:
    """The workspace root of a run.

    Raises:
        UnknownRunError: there is no such run.
    """
    if run := editor.runs.find(run_id):
        return run.order.root
    return (await past_run_of(editor, run_id)).info.root
