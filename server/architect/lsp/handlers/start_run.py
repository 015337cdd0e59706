"""Starting a run that was ordered by a command."""

from architect.app.run_order import RunOrder
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.results import StartedRun
from architect.lsp.protocol.run_json import info_json, short_info_json


async def start_run(editor: EditorSession, order: RunOrder, *, wait: bool) -> StartedRun:
    """Submit a run and answer `{runId, state, position}`; all about it at its end if `wait`.

    Raises:
        UserError: it cannot be started.
    """
    if wait:
        return info_json((await editor.runs.submit_and_wait(order)).info())
    return short_info_json((await editor.runs.submit(order)).info())
