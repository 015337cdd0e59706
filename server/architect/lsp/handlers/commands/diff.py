"""`architect.diff`: what a run or a session changed, as a patch and by file."""

from typing import NotRequired, TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.hunk_choice import session_or_run
from architect.lsp.handlers.run_documents import diff_of
from architect.lsp.handlers.virtual_documents import page_of_diff, shown
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain


class DiffArgs(Message):
    """`architect.diff`."""

    run_id: str | None = None
    session_id: str | None = None
    show: bool = False


class FileSidesJson(TypedDict):
    """A file as the run found and as it left it; null where there was none."""

    path: str
    before: str | None
    after: str | None


class DiffPage(TypedDict):
    """What a run changed; `uri` is null if the page has no address.

    `files` are missing if the contents of one were not kept.
    """

    patch: str
    uri: str | None
    files: NotRequired[list[FileSidesJson]]


async def diff(editor: EditorSession, args: DiffArgs, _: object) -> DiffPage:
    which = session_or_run(args.run_id, args.session_id)
    found = await diff_of(editor, which)
    patch = plain(found.patch)
    uri = await shown(editor, page_of_diff(which), patch, show=args.show)
    page: DiffPage = {"patch": patch, "uri": uri}
    if found.files is not None:
        page["files"] = [
            {"path": plain(each.path), "before": plain(each.before), "after": plain(each.after)}
            for each in found.files
        ]
    return page


COMMAND = Command("architect.diff", DiffArgs, DiffPage, diff)
