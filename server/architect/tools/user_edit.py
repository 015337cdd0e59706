"""The text that a person made of an edit before allowing it, in the place of that edit."""

import asyncio
from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.errors import EditRefusedError
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.domain.text.file_text import dominant_newline, with_newlines
from architect.domain.text.merge import merge
from architect.domain.text.undecodable_bytes import refuse_undecodable_bytes, shown
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.edit_result import (
    PlannedChange,
    apply_plan,
    read_if_present,
    report,
    seen_after,
    shortened,
)


class UserEditArgs(ToolArgs):
    path: str
    content: str


class UserEdit(BaseTool[UserEditArgs]):
    """Is called by the name of the tool whose edit it stands for; no model is offered it."""

    description = "The text of the user."
    args_model = UserEditArgs
    effect = Effect.WRITE

    def __init__(self, name: str, base: str) -> None:
        """`base` is the text of the file when the user was asked, empty if there was none."""
        self.name = name
        self._base = base

    async def run(self, args: UserEditArgs, context: ToolContext) -> ToolResult:
        planned = await apply_plan(lambda: self._plan(args, context), context)
        diff = shortened(shown(planned.change.diff))
        told = f"The user changed this edit before allowing it; {report(planned)}\n{diff}"
        return succeeded(told, seen=seen_after(planned, context))

    async def _plan(self, args: UserEditArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await read_if_present(path, context)
        after = self._merged(_document(before, args.content), before, path.relative)
        return PlannedChange(await asyncio.to_thread(change_of, path, before, after))

    def _merged(self, wanted: Document, before: Snapshot | None, name: str) -> Document:
        """With what came into the file while the question was open.

        Raises:
            EditRefusedError: that is in the same lines.
        """
        present = before.document.text if before else ""
        if present == self._base:
            return wanted
        merged = merge(self._base, wanted.text, present)
        if merged.conflicts:
            raise EditRefusedError(
                f"{name!r} was changed in the same lines while the user was asked; nothing was "
                "written. Read it again"
            )
        return replace(wanted, text=merged.text)


def _document(before: Snapshot | None, content: str) -> Document:
    """The content in the encoding and line ends that the file has already.

    Raises:
        EditRefusedError: it would spoil bytes that are no text.
    """
    if before is None:
        return Document(content)
    old = before.document
    newline = dominant_newline(old.text)
    if newline != "\n" and "\r" not in content:
        content = with_newlines(content, newline)
    refuse_undecodable_bytes(old.text, content)
    return replace(old, text=content, undecodable_bytes=False)
