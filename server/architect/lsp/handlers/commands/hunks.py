"""`architect.hunks`: what runs changed and the user has not decided about yet."""

from architect.domain.ids import RunId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.selection import relative_path
from architect.lsp.handlers.shown_hunks import shown_hunks, undecided_hunks
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import Hunks


class HunksArgs(Message):
    """`architect.hunks`: of one run, or of the newest; in one document, or everywhere."""

    run_id: str | None = None
    uri: str | None = None


async def hunks(editor: EditorSession, args: HunksArgs, _: object) -> Hunks:
    if args.run_id is None:
        return await undecided_hunks(editor, args.uri)
    root = await editor.known_runs.root_of(args.run_id)
    path = None if args.uri is None else relative_path(root, args.uri)
    return shown_hunks(
        editor, [await editor.hunk_reader.of_run(RunId(args.run_id), root, path=path)]
    )


COMMAND = Command("architect.hunks", HunksArgs, Hunks, hunks)
