"""Write a whole file, or add to its end."""

import asyncio
from dataclasses import replace
from typing import Literal

from architect.domain.effect import Effect
from architect.domain.errors import EditRefusedError, UnseenFileError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of, diff_of
from architect.domain.text.document import Document, Snapshot
from architect.domain.text.file_text import dominant_newline, with_newlines
from architect.domain.text.merge import merge
from architect.domain.text.undecodable_bytes import (
    has_undecodable_bytes,
    refuse_undecodable_bytes,
    shown,
)
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.l10n import english
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.edit_result import (
    PlannedChange,
    apply_plan,
    foreseen,
    line_count,
    read_if_present,
    report,
    seen_after,
    shortened,
)
from architect.tools.seen_files import Base
from architect.tools.traits import CallTraits

_BOM = "\ufeff"
_NAMES = {"\r\n": "CRLF", "\r": "CR"}


_SUMMARIES = {
    (False, True): english("{path} ({number} line)"),
    (False, False): english("{path} ({number} lines)"),
    (True, True): english("{path} (+{number} line)"),
    (True, False): english("{path} (+{number} lines)"),
}
"""By whether lines are added to a file that stays, and whether it is one."""


class WriteFileArgs(ToolArgs):
    path: str
    content: str
    mode: Literal["overwrite", "append"] = "overwrite"


class WriteFile(BaseTool[WriteFileArgs]):
    name = "write_file"
    description = "Write a whole file, with its parent folders; change parts with edit_file."
    args_model = WriteFileArgs
    effect = Effect.WRITE

    async def run(self, args: WriteFileArgs, context: ToolContext) -> ToolResult:
        planned = await apply_plan(lambda: self._plan(args, context), context)
        if args.mode == "append":
            return succeeded(report(planned), seen=seen_after(planned, context))
        change = planned.change
        text = change.after.text if change.after else ""
        seen = context.seen.saw(change.path, context.workspace.root, text, written=True)
        since = f"\n{planned.since}" if planned.since else ""
        return succeeded(f"{report(planned)}{since}", seen=seen)

    async def preview(self, args: WriteFileArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    def traits(self, args: WriteFileArgs) -> CallTraits:
        count = line_count(args.content)
        told = _SUMMARIES[args.mode == "append", count == 1]
        summary = english(told, path=args.path, number=count)
        return replace(super().traits(args), summary=summary)

    async def _plan(self, args: WriteFileArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await read_if_present(path, context)
        after, notes = _written(before, args)
        if before is None or args.mode == "append" or not before.document.text:
            return PlannedChange(await asyncio.to_thread(change_of, path, before, after), notes)
        base = context.seen.base(path, context.workspace.root, before.document.text)
        return await asyncio.to_thread(_over, path, before, after, notes, base)


def _over(
    path: WorkspacePath,
    before: Snapshot,
    after: Document,
    notes: tuple[str, ...],
    base: Base | None,
) -> PlannedChange:
    """The whole of a file written over what is there, but for what came in since it was seen.

    Raises:
        UnseenFileError: the model does not know what would be lost.
        EditRefusedError: others changed the same lines since.
    """
    present, name = before.document.text, path.relative
    if present == after.text or (base is not None and base.text == present):
        return PlannedChange(change_of(path, before, after), notes)
    if base is None:
        raise UnseenFileError(
            f"{name!r} is there already, and the conversation does not show that you have read it; "
            "nothing was written. Read it first, so that nothing in it is lost, or change a part "
            "of it with edit_file"
        )
    if base.text is None:
        raise EditRefusedError(
            f"{name!r} has changed since you saw it last; nothing was written. Read it again, and "
            "write it with what is new in it"
        )
    since = shortened(shown(diff_of(name, base.text, present)[0]))
    merged = merge(base.text, after.text, present)
    if merged.conflicts:
        raise EditRefusedError(
            f"{name!r} has changed since you saw it last, in lines that you would overwrite; "
            "nothing was written. Read it again, and write it with these changes in it:\n" + since
        )
    kept = replace(after, text=merged.text, undecodable_bytes=has_undecodable_bytes(merged.text))
    notes = (*notes, "with what others changed in it since you saw it")
    return PlannedChange(
        change_of(path, before, kept), notes, since=f"What others have changed:\n{since}"
    )


def _written(before: Snapshot | None, args: WriteFileArgs) -> tuple[Document, tuple[str, ...]]:
    """The new document, in the encoding and line ends that the file has already."""
    content = args.content.removeprefix(_BOM)
    if before is None:
        return Document(content, bom=content != args.content), ()
    old = before.document
    notes: list[str] = []
    newline = dominant_newline(old.text)
    if newline != "\n" and "\n" in content and "\r" not in content:
        content = with_newlines(content, newline)
        notes.append(f"{_NAMES[newline]} line endings kept")
    if old.bom and args.mode == "overwrite":
        notes.append("byte order mark kept")
    refuse_undecodable_bytes(old.text, content)
    if args.mode == "overwrite":
        return replace(old, text=content, undecodable_bytes=False), tuple(notes)
    if content and old.text and not old.text.endswith(("\n", "\r")):
        notes.append("the file had no trailing newline: the text continues its last line")
    return replace(old, text=old.text + content), tuple(notes)
