"""Write a whole file, or add to its end."""

import asyncio
from dataclasses import replace
from typing import Literal

from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.domain.text.file_text import dominant_newline, with_newlines
from architect.domain.text.undecodable_bytes import refuse_undecodable_bytes
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.edit_result import (
    PlannedChange,
    apply_plan,
    foreseen,
    line_count,
    read_if_present,
    report,
)
from architect.tools.traits import CallTraits

_BOM = "\ufeff"
_NAMES = {"\r\n": "CRLF", "\r": "CR"}


class WriteFileArgs(ToolArgs):
    path: str
    content: str
    mode: Literal["overwrite", "append"] = "overwrite"


class WriteFile(BaseTool[WriteFileArgs]):
    name = "write_file"
    description = "Write a file, with its parent folders: for new files and complete rewrites."
    args_model = WriteFileArgs
    effect = Effect.WRITE

    async def run(self, args: WriteFileArgs, context: ToolContext) -> ToolResult:
        return succeeded(report(await apply_plan(lambda: self._plan(args, context), context)))

    async def preview(self, args: WriteFileArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    def traits(self, args: WriteFileArgs) -> CallTraits:
        sign = "+" if args.mode == "append" else ""
        summary = f"{args.path} ({sign}{line_count(args.content)} lines)"
        return replace(super().traits(args), summary=summary)

    async def _plan(self, args: WriteFileArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await read_if_present(path, context)
        after, notes = _written(before, args)
        return PlannedChange(await asyncio.to_thread(change_of, path, before, after), notes)


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
