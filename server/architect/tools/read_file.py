"""Reading a file."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.errors import FileMissingError, ToolFault, WorkspaceFault
from architect.domain.paths import Access, WorkspacePath, in_one_line
from architect.domain.seen_file import SeenFile
from architect.domain.text.fitting import how_many_fit
from architect.domain.text.line_page import LinePage, PageLine, cut_line
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.missing_path import missing_path
from architect.tools.traits import CallTraits

_PAGE_LINES = 2_000
"""Of a page that is asked for without a limit; as many as pi and Claude Code show."""

_MOST_LINES_SEEN = 50_000
"""Of a file that is known for what it was when it was read."""


class ReadFileArgs(ToolArgs):
    """`offset` is the first line, from 1; `limit` the number of lines."""

    path: str
    offset: int = 1
    limit: int | None = None


class ReadFile(BaseTool[ReadFileArgs]):
    """Shows the text of a file, a page at a time."""

    name = "read_file"
    description = (
        "Read a text file; offset and limit count lines from 1. A page ends after 2,000 lines or "
        "50 kB, and says how to go on."
    )
    args_model = ReadFileArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: ReadFileArgs, context: ToolContext) -> ToolResult:
        path = context.workspace.locate(args.path, Access.READ)
        first = max(args.offset, 1)
        count = _PAGE_LINES if args.limit is None else max(args.limit, 1)
        try:
            page = await context.workspace.read_lines(path, first=first, count=count)
        except FileMissingError as error:
            raise await missing_path(context.workspace, path, error) from error
        seen = await _seen(page, path, context)
        page = _fitting(page, context.room.page_bytes)
        return succeeded(_text(page, path), seen=seen, fits=True)

    def traits(self, args: ReadFileArgs) -> CallTraits:
        return replace(super().traits(args), summary=_summary(args))


async def _seen(page: LinePage, path: WorkspacePath, context: ToolContext) -> SeenFile | None:
    """The whole text of which the model sees a page, as it is now; None if it is too long."""
    root = context.workspace.root
    if len(page.lines) == page.total and not any(line.hidden for line in page.lines):
        text = "".join(f"{line.text}{line.end}" for line in page.lines)
        return context.seen.saw(path, root, text)
    if page.total is None or page.total > _MOST_LINES_SEEN:
        return None
    try:
        snapshot = await context.workspace.read(path)
    except WorkspaceFault:
        return None
    return context.seen.saw(path, root, snapshot.document.text)


def _fitting(page: LinePage, most_bytes: int) -> LinePage:
    """The first lines of a page that fit, one at least, which is cut if it does not."""
    count = how_many_fit((_shown(line) for line in page.lines), most_bytes)
    if count or not page.lines:
        return replace(page, lines=page.lines[:count])
    return replace(page, lines=(cut_line(page.lines[0], most_bytes),))


def _summary(args: ReadFileArgs) -> str:
    if args.limit is not None:
        return english(
            "{path} (lines {first}-{last})",
            path=args.path,
            first=args.offset,
            last=args.offset + args.limit - 1,
        )
    if args.offset == 1:
        return args.path
    return english("{path} (from line {first})", path=args.path, first=args.offset)


def _text(page: LinePage, path: WorkspacePath) -> str:
    """The lines of a page; a note follows unless they are the whole file."""
    name = in_one_line(path.relative)
    if page.total == 0:
        return f"[{name} is empty]"
    if not page.lines:
        length = "1 line" if page.total == 1 else f"{page.total} lines"
        raise ToolFault(f"offset {page.first} is past the end: {name} has {length}")
    text = "".join(_shown(line) for line in page.lines)
    if len(page.lines) == page.total:
        return text
    last = page.first + len(page.lines) - 1
    total = "many" if page.total is None else page.total
    go_on = f"; continue with offset={last + 1}" if last != page.total else ""
    line_end = "" if text.endswith(("\n", "\r")) else "\n"
    return f"{text}{line_end}[lines {page.first}-{last} of {total}{go_on}]"


def _shown(line: PageLine) -> str:
    rest = f"... [{line.hidden:,} more characters]" if line.hidden else ""
    return f"{line.text}{rest}{line.end}"
