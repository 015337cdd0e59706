"""`architect.deleteSession`: remove all that is kept of a session."""

from typing import TypedDict

from architect.app.errors import session_is_busy
from architect.app.sessions.deleting import delete_session as deleted
from architect.app.sessions.listing import find_root
from architect.domain.ids import SessionId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message


class DeleteSessionArgs(Message):
    """`architect.deleteSession`; its proposals are lost, and what it changed stays as it is."""

    session_id: str


class DeletedSession(TypedDict):
    deleted: bool


async def delete_session(
    editor: EditorSession, args: DeleteSessionArgs, _token: object
) -> DeletedSession:
    editor.expect_trust()
    session_id = SessionId(args.session_id)
    root = await find_root(session_id, editor.folders.all_roots())
    if editor.runs.is_active(session_id):
        raise session_is_busy(session_id)
    shown = await editor.hunk_reader.files_of(session_id)
    await deleted(root, session_id)
    editor.runs.forget(session_id)
    editor.hunks.forget(session_id, shown)
    return {"deleted": True}


COMMAND = Command("architect.deleteSession", DeleteSessionArgs, DeletedSession, delete_session)
