"""Listing a folder."""

import asyncio
from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.errors import FileMissingError
from architect.domain.files.globs import glob_matcher
from architect.domain.paths import Access, Entry, Listing, WorkspacePath, in_one_line
from architect.domain.text.fitting import how_many_fit
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ResultRoom, ToolContext
from architect.tools.missing_path import missing_path
from architect.tools.traits import CallTraits

MOST_SHOWN = 1_000
MOST_LOOKED_AT = 200_000


class ListFilesArgs(ToolArgs):
    path: str = "."
    pattern: str | None = None
    recursive: bool = False


class ListFiles(BaseTool[ListFilesArgs]):
    """Shows the files and folders below a folder."""

    name = "list_files"
    description = (
        'List a folder, or all below it if recursive; pattern is a glob such as "src/**/*.ts".'
    )
    args_model = ListFilesArgs
    sensitive = False
    effect = Effect.READ
    names_only = True

    async def run(self, args: ListFilesArgs, context: ToolContext) -> ToolResult:
        path = context.workspace.locate(args.path, Access.READ)
        recursive = args.recursive or "/" in (args.pattern or "")
        listing = await listing_below(context, path, recursive=recursive)
        if args.pattern:
            entries = await asyncio.to_thread(matching, listing.entries, path, args.pattern)
            listing = Listing(entries, truncated=listing.truncated)
        nothing = f"no files match {args.pattern!r}" if args.pattern else f"{path} is empty"
        return succeeded(as_lines(listing, context.room, nothing=nothing), fits=True)

    def traits(self, args: ListFilesArgs) -> CallTraits:
        summary = f"{args.path} ({args.pattern})" if args.pattern else args.path
        return replace(super().traits(args), summary=summary)


async def listing_below(context: ToolContext, path: WorkspacePath, *, recursive: bool) -> Listing:
    """All there is below `path`.

    Raises:
        ToolFault: there is no such folder; the text names similar ones.
        WorkspaceFault: it is no folder.
    """
    try:
        return await context.workspace.list(path, recursive=recursive, limit=MOST_LOOKED_AT)
    except FileMissingError as error:
        raise await missing_path(context.workspace, path, error) from error


def matching(entries: tuple[Entry, ...], path: WorkspacePath, pattern: str) -> tuple[Entry, ...]:
    """The entries below `path` whose name, or path from there if it has a slash, fits a glob."""
    matches = glob_matcher(pattern)
    start = 0 if path.relative == "." else len(path.relative) + 1
    return tuple(entry for entry in entries if matches(entry.relative[start:]))


def as_lines(listing: Listing, room: ResultRoom, *, nothing: str) -> str:
    """One path a line, folders with a slash at the end, and a note if there are too many."""
    if not listing.entries:
        return nothing
    shown = [
        in_one_line(f"{entry.relative}/" if entry.is_folder else entry.relative)
        for entry in listing.entries[:MOST_SHOWN]
    ]
    shown = shown[: how_many_fit((f"{line}\n" for line in shown), room.output_bytes)]
    if listing.truncated or len(shown) < len(listing.entries):
        total = f"{len(listing.entries):,}" + ("+" if listing.truncated else "")
        shown.append(f"[{len(shown):,} of {total} shown; narrow the path or the pattern]")
    return "\n".join(shown)
