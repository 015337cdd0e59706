"""`architect.cancel`: end a run, or all of them."""

from typing import TypedDict

from architect.app.errors import BusyError
from architect.app.run_state import Phase
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.find_run import past_run_of
from architect.lsp.protocol.params import Message


class CancelArgs(Message):
    """`architect.cancel`; without a run, all that are not done."""

    run_id: str | None = None
    reason: str | None = None


class Cancelled(TypedDict):
    """`runId` is null if nothing was going on."""

    runId: str | None
    state: Phase


async def cancel(editor: EditorSession, args: CancelArgs, _: object) -> Cancelled:
    if args.run_id is not None:
        return await _cancel_one(editor, args.run_id, args.reason)
    running = [run for run in editor.runs.all() if run.phase is not Phase.DONE]
    for run in running:
        editor.runs.cancel(run, reason=args.reason)
    if not running:
        return {"runId": None, "state": Phase.DONE}
    return {"runId": running[-1].run_id, "state": running[-1].phase}


async def _cancel_one(editor: EditorSession, run_id: str, reason: str | None) -> Cancelled:
    """End the run of that id; one that is over stays as it is.

    Raises:
        UnknownRunError: there is no such run.
        BusyError: it is running in another process.
    """
    if run := editor.runs.find(run_id):
        editor.runs.cancel(run, reason=reason)
        return {"runId": run.run_id, "state": run.phase}
    if not (await past_run_of(editor, run_id)).is_over:
        raise BusyError(
            f"the run {run_id!r} is running in another editor or terminal; cancel it there"
        )
    return {"runId": run_id, "state": Phase.DONE}


COMMAND = Command("architect.cancel", CancelArgs, Cancelled, cancel)
