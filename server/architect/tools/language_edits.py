"""What language servers can change: the name of a symbol wherever it is used, and the layout."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.errors import (
    EditRefusedError,
    PartlyAppliedError,
    PortFault,
    StaleFileError,
    ToolFault,
)
from architect.domain.language import NewText
from architect.domain.paths import Access
from architect.domain.search import SearchQuery
from architect.domain.text.diff import change_of
from architect.domain.text.document import FileChange
from architect.domain.text.undecodable_bytes import shown
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.l10n import english
from architect.ports.language_features import LanguageFeatures
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.edit_result import (
    PlannedChange,
    apply_plan,
    foreseen,
    lines,
    report,
    seen_after,
)
from architect.tools.language import SymbolArgs, place_of
from architect.tools.traits import CallTraits

_MOST_LISTED = 50
_MOST_LEFT = 20


class RenameSymbolArgs(SymbolArgs):
    """A symbol as in the other tools, and its `new_name`."""

    new_name: Annotated[str, Field(min_length=1)]


class RenameSymbol(BaseTool[RenameSymbolArgs]):
    """Renames a symbol wherever it is used: in all files or in none."""

    name = "rename_symbol"
    description = (
        "Rename the symbol that stands in a file, in all files that use it, by its language server."
    )
    args_model = RenameSymbolArgs
    effect = Effect.WRITE

    def __init__(self, language: LanguageFeatures) -> None:
        self._language = language

    async def run(self, args: RenameSymbolArgs, context: ToolContext) -> ToolResult:
        changes = await self._plan(args, context)
        others = _others(args, changes, context)
        for other in others:
            await context.ask_hooks_about(other)
        try:
            await context.workspace.apply_all(changes)
        except PartlyAppliedError as fault:
            raise ToolFault(await _undone(changes, fault, context)) from fault
        files = "1 file" if len(changes) == 1 else f"{len(changes)} files"
        total = sum(change.lines_added for change in changes)
        listed = [f"  {each.path}: {lines(each.lines_added)}" for each in changes[:_MOST_LISTED]]
        if more := len(changes) - len(listed):
            listed.append(f"  [... {more} more left out ...]")
        said = f"renamed {args.symbol} to {args.new_name}: {lines(total)} in {files}"
        text = "\n".join((said, *listed, *await _left(args.symbol, context)))
        return replace(succeeded(text), changed=tuple(others))

    async def preview(self, args: RenameSymbolArgs, context: ToolContext) -> Preview | None:
        changes = await self._plan(args, context)
        for change in changes:
            await context.check_change(change)
        return Preview("patch", shown("".join(change.diff for change in changes)))

    async def also_changes(self, args: RenameSymbolArgs, context: ToolContext) -> Sequence[str]:
        return _others(args, await self._plan(args, context), context)

    def traits(self, args: RenameSymbolArgs) -> CallTraits:
        summary = english(
            "{symbol} to {new} in {path} and wherever it is used",
            symbol=args.symbol,
            new=args.new_name,
            path=args.path,
        )
        reason = english("edits every file that uses it")
        return replace(super().traits(args), summary=summary, ask_reason=reason)

    async def _plan(self, args: RenameSymbolArgs, context: ToolContext) -> Sequence[FileChange]:
        """The changes of all files, in the order of their paths.

        Raises:
            ToolFault, PortFault: there are none, or they are not all possible.
        """
        place = await place_of(args, context, Access.WRITE)
        texts = await self._language.rename(place, args.new_name)
        changes = [await _change(text, context) for text in texts if text.before != text.after]
        if not changes:
            raise EditRefusedError(
                f"no language server renames {args.symbol!r} there; edit the files that use it"
            )
        return sorted(changes, key=lambda change: change.path.relative)


class FormatDocumentArgs(ToolArgs):
    path: str


class FormatDocument(BaseTool[FormatDocumentArgs]):
    """Formats a file as the user would."""

    name = "format_document"
    description = "Format a file by the formatter that is set up for it."
    args_model = FormatDocumentArgs
    effect = Effect.WRITE

    def __init__(self, language: LanguageFeatures) -> None:
        self._language = language

    async def run(self, args: FormatDocumentArgs, context: ToolContext) -> ToolResult:
        planned = await apply_plan(lambda: self._plan(args, context), context)
        if planned.is_empty:
            return succeeded(f"{planned.change.path} is formatted already")
        return succeeded(report(planned), seen=seen_after(planned, context))

    async def preview(self, args: FormatDocumentArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    async def _plan(self, args: FormatDocumentArgs, context: ToolContext) -> PlannedChange:
        place = context.workspace.locate(args.path, Access.WRITE)
        await context.workspace.read(place)  # or it is hidden, or not there
        text = await self._language.formatted(place.relative)
        if text is None:
            raise EditRefusedError(f"no formatter is set up for {place.relative!r}")
        return PlannedChange(await _change(text, context))


def _others(
    args: RenameSymbolArgs, changes: Sequence[FileChange], context: ToolContext
) -> Sequence[str]:
    """The paths of all files that are changed but that of the call."""
    own = context.workspace.locate(args.path, Access.WRITE).relative
    return [each.path.relative for each in changes if each.path.relative != own]


async def _left(symbol: str, context: ToolContext) -> Sequence[str]:
    """Where the word still stands: language servers that have just started know few files yet."""
    pattern = rf"(^|[^\w$]){re.escape(symbol)}($|[^\w$])"
    root = context.workspace.locate(".", Access.READ)
    try:
        found = await context.search.search(
            SearchQuery(pattern, root, is_regex=True, max_hits=_MOST_LEFT)
        )
    except PortFault:
        return ()
    places = [f"  {line.path}:{line.number}" for line in found.lines if line.is_match]
    if not places:
        return ()
    return (f"{symbol} still stands here, which may be another one, or in a text:", *places)


async def _change(text: NewText, context: ToolContext) -> FileChange:
    place = context.workspace.locate(text.path, Access.WRITE)
    before = await context.workspace.read(place)
    if before.document.text != text.before:
        raise StaleFileError(f"{place.relative!r} was changed meanwhile; try again")
    after = replace(before.document, text=text.after)
    return await asyncio.to_thread(change_of, place, before, after)


async def _undone(
    changes: Sequence[FileChange], fault: PartlyAppliedError, context: ToolContext
) -> str:
    """Why a rename was not made, once what was made of it is undone."""
    left: list[str] = []
    for change in reversed(changes):
        if change.path.relative in fault.made and change.before is not None:
            try:
                now = await context.workspace.read(change.path)
                back = change_of(change.path, now, change.before.document)
                if now.document != change.after:
                    raise StaleFileError(change.path.relative)
                await context.workspace.apply(back)
            except (PortFault, ToolFault):
                left.append(change.path.relative)
    if not left:
        return f"{fault}. Nothing is renamed: the other files are as they were"
    return f"{fault}. These files are renamed all the same: {', '.join(sorted(left))}"
