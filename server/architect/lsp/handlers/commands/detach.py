"""`architect.detach`: have a command in the background go on after its run."""

from typing import TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message


class DetachArgs(Message):
    """`architect.detach`; `handle` is that of `background.started`."""

    run_id: str
    handle: str


class Detached(TypedDict):
    """`detached` is false if no such command is running, or its run is over."""

    detached: bool


async def detach(editor: EditorSession, args: DetachArgs, _: object) -> Detached:
    return {"detached": editor.known_runs.keep_command(args.run_id, args.handle)}


COMMAND = Command("architect.detach", DetachArgs, Detached, detach)
