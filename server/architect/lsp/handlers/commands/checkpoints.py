"""`architect.checkpoints`: the states of the files that can be gone back to."""

from typing import TypedDict

from architect.app.checkpoints import history
from architect.domain.errors import UserError
from architect.domain.ids import RunId, session_of
from architect.l10n import shown
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain


class CheckpointsArgs(Message):
    """`architect.checkpoints`: those of the session that a run belongs to."""

    run_id: str


class CheckpointInfo(TypedDict):
    """The files as they were behind a step of a run; 0 is before it. `why` says it in words."""

    commit: str
    runId: str
    step: int
    at: str
    why: str


class CheckpointList(TypedDict):
    checkpoints: list[CheckpointInfo]


async def checkpoints(editor: EditorSession, args: CheckpointsArgs, _: object) -> CheckpointList:
    root = await editor.known_runs.root_of(args.run_id)
    settings = (await editor.config(root)).checkpoints
    session_id = session_of(RunId(args.run_id))
    try:
        found = await history(editor.workspace(root), settings, session_id)
    except UserError:
        return {"checkpoints": []}
    return {
        "checkpoints": [
            {
                "commit": each.commit,
                "runId": each.run_id,
                "step": each.step,
                "at": plain(each.at),
                "why": shown(each.why),
            }
            for each in found
        ]
    }


COMMAND = Command("architect.checkpoints", CheckpointsArgs, CheckpointList, checkpoints)
