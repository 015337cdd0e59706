"""`architect.stop`: end a command that a run has in the background."""

from typing import TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message


class StopArgs(Message):
    """`architect.stop`; `handle` is that of `background.started`."""

    run_id: str
    handle: str


class Stopped(TypedDict):
    """`stopped` is false if no such command was running."""

    stopped: bool


async def stop(editor: EditorSession, args: StopArgs, _: object) -> Stopped:
    return {"stopped": await editor.known_runs.stop_command(args.run_id, args.handle)}


COMMAND = Command("architect.stop", StopArgs, Stopped, stop)
