"""`architect.diff`: what a run changed, as a patch."""

from typing import TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.run_documents import diff_of
from architect.lsp.handlers.virtual_documents import page_of_diff, shown
from architect.lsp.protocol.params import Message


class DiffArgs(Message):
    """`architect.diff`."""

    run_id: str
    show: bool = False


class DiffPage(TypedDict):
    """What a run changed; `uri` is null if the page has no address."""

    patch: str
    uri: str | None


async def diff(editor: EditorSession, args: DiffArgs, _: object) -> DiffPage:
    patch = await diff_of(editor, args.run_id)
    uri = await shown(editor, page_of_diff(args.run_id), patch, show=args.show)
    return {"patch": patch, "uri": uri}


COMMAND = Command("architect.diff", DiffArgs, DiffPage, diff)
