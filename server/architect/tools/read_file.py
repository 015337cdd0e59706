"""Reading a file."""

from asyncio import to_thread

from architect.domain.errors import FileMissingError, ToolFault
from architect.domain.paths import Access
from architect.domain.text import split_lines
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, Effect, ToolArgs, ToolContext
from architect.tools.missing_path import missing_path

_PAGE_LINES = 1_000
_PAGE_CHARACTERS = 100_000
_LINE_CHARACTERS = 4_000
_INLINE_CHARACTERS = 1_000_000
"""Texts longer than this are split in a thread."""


class ReadFileArgs(ToolArgs):
    """`offset` is the first line, from 1; `limit` the number of lines."""

    path: str
    offset: int = 1
    limit: int | None = None


class ReadFile(BaseTool[ReadFileArgs]):
    """Shows the text of a file, a page at a time."""

    name = "read_file"
    description = "Read a text file; offset and limit count lines from 1."
    args_model = ReadFileArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: ReadFileArgs, context: ToolContext) -> ToolResult:
        path = context.workspace.locate(args.path, Access.READ)
        try:
            snapshot = await context.workspace.read(path)
        except FileMissingError as error:
            raise await missing_path(context.workspace, path, error) from error
        lines = await _split(snapshot.document.text)
        if not lines:
            return succeeded(f"[{path} is empty]")
        first = max(args.offset, 1)
        if first > len(lines):
            raise ToolFault(f"offset {first} is past the end: {path} has {len(lines)} lines")
        limit = _PAGE_LINES if args.limit is None else max(args.limit, 1)
        return succeeded(_page(lines, first, limit=limit))

    def summary(self, args: ReadFileArgs) -> str:
        if args.limit is not None:
            return f"{args.path} (lines {args.offset}-{args.offset + args.limit - 1})"
        return args.path if args.offset == 1 else f"{args.path} (from line {args.offset})"


async def _split(text: str) -> list[str]:
    return (
        split_lines(text) if len(text) <= _INLINE_CHARACTERS else await to_thread(split_lines, text)
    )


def _page(lines: list[str], first: int, *, limit: int) -> str:
    """Up to `limit` lines from line `first` on; a note follows unless that is the whole file."""
    shown: list[str] = []
    room = _PAGE_CHARACTERS
    for line in lines[first - 1 : first - 1 + limit]:
        piece = _without_its_far_end(line)
        room -= len(piece)
        if room < 0:
            break
        shown.append(piece)
    text = "".join(shown)
    last = first + len(shown) - 1
    if len(shown) == len(lines):
        return text
    go_on = f"; go on with offset={last + 1}" if last < len(lines) else ""
    line_end = "" if text.endswith(("\n", "\r")) else "\n"
    return f"{text}{line_end}[lines {first}-{last} of {len(lines)}{go_on}]"


def _without_its_far_end(line: str) -> str:
    if len(line) <= _LINE_CHARACTERS:
        return line
    body = line.rstrip("\r\n")
    rest = len(body) - _LINE_CHARACTERS
    if rest <= 0:
        return line
    return f"{body[:_LINE_CHARACTERS]}... [{rest:,} more characters]{line[len(body) :]}"
