"""`architect.cancel`: end a run, or all of them."""

from typing import TypedDict

from architect.app.run_state import Phase
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
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
        state = await editor.known_runs.cancel(args.run_id, reason=args.reason)
        return {"runId": args.run_id, "state": state}
    cancelled = editor.runs.cancel_all(reason=args.reason)
    if not cancelled:
        return {"runId": None, "state": Phase.DONE}
    return {"runId": cancelled[-1].run_id, "state": cancelled[-1].phase}


COMMAND = Command("architect.cancel", CancelArgs, Cancelled, cancel)
