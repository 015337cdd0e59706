"""`architect.hunks`: what runs changed and the user has not decided about yet."""

from architect.domain.ids import RunId, SessionId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.hunk_choice import session_or_run
from architect.lsp.handlers.selection import relative_path
from architect.lsp.handlers.shown_hunks import shown_hunks, undecided_hunks
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import Hunks


class HunksArgs(Message):
    """`architect.hunks`: of one run, of a session, or of the newest runs; in one document, or
    everywhere.
    """

    run_id: str | None = None
    session_id: str | None = None
    uri: str | None = None


async def hunks(editor: EditorSession, args: HunksArgs, _: object) -> Hunks:
    if args.run_id is None and args.session_id is None:
        return await undecided_hunks(editor, args.uri)
    which = session_or_run(args.run_id, args.session_id)
    root = await editor.known_runs.root_of_either(which)
    path = None if args.uri is None else relative_path(root, args.uri)
    if args.session_id is not None:
        found = await editor.session_decisions.hunks(SessionId(which), root, path=path)
    else:
        found = [await editor.hunk_reader.of_run(RunId(which), root, path=path)]
    return shown_hunks(editor, found)


COMMAND = Command("architect.hunks", HunksArgs, Hunks, hunks)
