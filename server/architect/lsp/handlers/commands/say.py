"""`architect.say`: words of the user for a run that works."""

import secrets
from typing import Annotated, TypedDict

from pydantic import Field

from architect.execution.message_queue import QueuedMessage
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.attachments import SentAttachments, brought
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.commands.run import Scope
from architect.lsp.handlers.selection import relative_path, selection_in
from architect.lsp.protocol.params import Message
from architect.services.tasks import run_on


class SayArgs(Message):
    """`architect.say`; `scope` is what the words are about, as in `architect.run`.

    The model reads them at the end of its step, or at once if `interrupt` ends what that is doing.
    """

    run_id: str
    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    scope: Scope = Scope()
    attachments: SentAttachments = ()
    interrupt: bool = False
    message_id: Annotated[str, Field(min_length=1, max_length=100)] | None = None


class Said(TypedDict):
    """`accepted` is false if the run reads no more: it is over, or about to be."""

    accepted: bool
    messageId: str


async def say(editor: EditorSession, args: SayArgs, _: object) -> Said:
    """
    Raises:
        RequestFault: there is no such run, or what the words are about cannot be read.
    """
    run_id, message_id = args.run_id, args.message_id or secrets.token_hex(8)
    root, uris = await editor.known_runs.root_of(run_id), args.scope.uris
    selection = None
    if uris and args.scope.range is not None:
        selection = await selection_in(editor, root, uris[0], args.scope.range)
    paths = [relative_path(root, uri) for uri in uris]
    said = run_on(args.text, agent="", paths=paths, selection=selection)
    attached = await brought(editor, root, args.attachments)
    texts = (*said.attachments, *attached.texts)
    message = QueuedMessage(message_id, args.text, texts, attached.images)
    accepted = editor.known_runs.say(run_id, message, at_once=args.interrupt)
    return {"accepted": accepted, "messageId": message_id}


COMMAND = Command("architect.say", SayArgs, Said, say)
