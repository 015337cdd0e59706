"""Finding files by name."""

import asyncio
from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.paths import Access, Listing
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.list_files import as_lines, listing_below, matching
from architect.tools.traits import CallTraits


class FindFilesArgs(ToolArgs):
    pattern: str
    path: str = "."
    recursive: bool = True


class FindFiles(BaseTool[FindFilesArgs]):
    """Finds files by their names."""

    name = "find_files"
    description = 'Find files by a glob for their name, or path if it contains "/".'
    args_model = FindFilesArgs
    sensitive = False
    effect = Effect.READ
    names_only = True

    async def run(self, args: FindFilesArgs, context: ToolContext) -> ToolResult:
        path = context.workspace.locate(args.path, Access.READ)
        listing = await listing_below(context, path, recursive=args.recursive)
        matches = await asyncio.to_thread(matching, listing.entries, path, args.pattern)
        files = tuple(entry for entry in matches if not entry.is_folder)
        nothing = f"no files match {args.pattern!r} below {path} (ignored files are left out)"
        found = Listing(files, truncated=listing.truncated)
        return succeeded(as_lines(found, context.room, nothing=nothing), fits=True)

    def traits(self, args: FindFilesArgs) -> CallTraits:
        summary = args.pattern
        if args.path != ".":
            summary = english("{pattern} in {path}", pattern=summary, path=args.path)
        return replace(super().traits(args), summary=summary)
