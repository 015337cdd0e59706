"""`architect.renameSession`: what the user calls a session."""

from typing import Annotated, TypedDict

from pydantic import Field

from architect.app.sessions.listing import find_root
from architect.app.sessions.titles import rename_session as renamed
from architect.domain.ids import SessionId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain


class RenameSessionArgs(Message):
    """`architect.renameSession`; without a `title` it is called by what it began with again."""

    session_id: str
    title: Annotated[str, Field(max_length=1_000)] = ""


class RenamedSession(TypedDict):
    """The title as lists show it: one line, cut if it was too long."""

    sessionId: str
    title: str


async def rename_session(
    editor: EditorSession, args: RenameSessionArgs, _token: object
) -> RenamedSession:
    editor.expect_trust()
    root = await find_root(args.session_id, editor.folders.all_roots())
    title = await renamed(root, SessionId(args.session_id), args.title)
    return {"sessionId": args.session_id, "title": plain(title)}


COMMAND = Command("architect.renameSession", RenameSessionArgs, RenamedSession, rename_session)
