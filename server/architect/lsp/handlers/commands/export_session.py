"""`architect.exportSession`: a session as one text."""

from typing import TypedDict

from architect.app.sessions.exporting import ExportFormat
from architect.app.sessions.exporting import export_session as exported
from architect.app.sessions.listing import find_root
from architect.domain.ids import SessionId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain


class ExportSessionArgs(Message):
    """`architect.exportSession`: the conversation in Markdown, or all events as JSON."""

    session_id: str
    format: ExportFormat = "markdown"


class SessionExport(TypedDict):
    """The text, and a name for a file that has it."""

    text: str
    name: str


async def export_session(
    editor: EditorSession, args: ExportSessionArgs, _token: object
) -> SessionExport:
    root = await find_root(args.session_id, editor.folders.all_roots())
    found = await exported(root, SessionId(args.session_id), args.format)
    return {"text": plain(found.text), "name": plain(found.name)}


COMMAND = Command("architect.exportSession", ExportSessionArgs, SessionExport, export_session)
