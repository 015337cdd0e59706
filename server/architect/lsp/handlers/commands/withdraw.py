"""`architect.withdraw`: remove a message that the model has not read yet."""

from typing import TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message


class WithdrawArgs(Message):
    """`architect.withdraw`; `messageId` is that of `architect.say`."""

    run_id: str
    message_id: str


class Withdrawn(TypedDict):
    """`withdrawn` is false if the model has read it, or there is no such message."""

    withdrawn: bool


async def withdraw(editor: EditorSession, args: WithdrawArgs, _: object) -> Withdrawn:
    await editor.known_runs.info(args.run_id)
    return {"withdrawn": editor.known_runs.withdraw(args.run_id, args.message_id)}


COMMAND = Command("architect.withdraw", WithdrawArgs, Withdrawn, withdraw)
