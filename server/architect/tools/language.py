"""What language servers know of a symbol: where it is defined and used, and what it is."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.errors import PathRefusedError, PortFault, ToolFault
from architect.domain.language import CodePlace
from architect.domain.paths import Access
from architect.domain.text.file_text import split_lines
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.ports.language_features import LanguageFeatures
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_MOST_PLACES = 100
_LONGEST_LINE = 200
_WORD = lazy_pattern(r"\w")


class SymbolArgs(ToolArgs):
    """`symbol` as it stands in the file at `path`, in `line` from 1 or where it comes first."""

    path: str
    symbol: str
    line: Annotated[int | None, Field(ge=1)] = None


class SymbolTool(BaseTool[SymbolArgs]):
    """Finds a symbol in its file and asks about it."""

    args_model = SymbolArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, language: LanguageFeatures) -> None:
        self._language = language

    async def run(self, args: SymbolArgs, context: ToolContext) -> ToolResult:
        place = await place_of(args, context, Access.READ)
        return succeeded(await self._told(place, context))

    @abstractmethod
    async def _told(self, place: CodePlace, context: ToolContext) -> str:
        """What the model reads."""

    def traits(self, args: SymbolArgs) -> CallTraits:
        where = args.path if args.line is None else f"{args.path}:{args.line}"
        summary = english("{pattern} in {path}", pattern=args.symbol, path=where)
        return replace(super().traits(args), summary=summary, path=args.path)


class GoToDefinition(SymbolTool):
    """Tells where a symbol is defined."""

    name = "go_to_definition"
    description = "Where the symbol that stands in a file is defined, by its language server."

    async def _told(self, place: CodePlace, context: ToolContext) -> str:
        return await _shown(await self._language.definition(place), context)


class FindReferences(SymbolTool):
    """Tells where a symbol is used."""

    name = "find_references"
    description = "Where the symbol that stands in a file is used, by its language server."

    async def _told(self, place: CodePlace, context: ToolContext) -> str:
        found = await self._language.references(place)
        in_order = sorted(found, key=lambda each: (each.path, each.line, each.column))
        return await _shown(in_order, context)


class Hover(SymbolTool):
    """Tells what a language server says of a symbol."""

    name = "hover"
    description = "Type and documentation of the symbol that stands in a file."

    async def _told(self, place: CodePlace, context: ToolContext) -> str:
        return await self._language.hover(place) or _NOTHING


_NOTHING = "(no language server knows)"


async def place_of(args: SymbolArgs, context: ToolContext, access: Access) -> CodePlace:
    """Where the symbol is that a call names.

    Raises:
        ToolFault, PortFault: there is no such symbol, or file.
    """
    path = context.workspace.locate(args.path, access)
    text = (await context.workspace.read(path)).document.text
    return CodePlace(path.relative, *_found(args, text))


def _found(args: SymbolArgs, text: str) -> tuple[int, int]:
    """The line from 1 and the column in UTF-16 of the symbol, as a whole word if it is one.

    Raises:
        ToolFault: it is not there.
    """
    lines = split_lines(text)
    wanted = range(len(lines)) if args.line is None else [args.line - 1]
    for number in wanted:
        if number < len(lines) and (at := _column(lines[number], args.symbol)) is not None:
            return number + 1, len(lines[number][:at].encode("utf-16-le", "surrogatepass")) // 2
    where = args.path if args.line is None else f"line {args.line} of {args.path}"
    raise ToolFault(f"there is no {args.symbol!r} in {where}")


def _column(line: str, symbol: str) -> int | None:
    at = line.find(symbol)
    while at >= 0:
        around = (line[at - 1 : at], line[at + len(symbol) : at + len(symbol) + 1])
        ends = (symbol[:1], symbol[-1:])
        if not any(
            _WORD.fullmatch(outer or " ") and _WORD.fullmatch(inner or " ")
            for outer, inner in zip(around, ends, strict=True)
        ):
            return at
        at = line.find(symbol, at + 1)
    return None


async def _shown(places: Sequence[CodePlace], context: ToolContext) -> str:
    """A line for each place, with what stands there."""
    texts: dict[str, list[str]] = {}
    shown: list[str] = []
    for place in places[:_MOST_PLACES]:
        if place.path not in texts:
            texts[place.path] = await _lines(place.path, context)
        lines = texts[place.path]
        said = lines[place.line - 1].strip() if place.line <= len(lines) else ""
        shown.append(f"{place.path}:{place.line}{': ' if said else ''}{said[:_LONGEST_LINE]}")
    if more := len(places) - len(shown):
        shown.append(f"[... {more} more left out ...]")
    return "\n".join(shown) or _NOTHING


async def _lines(path: str, context: ToolContext) -> list[str]:
    """The lines of a file that the run may read; none of any other."""
    try:
        place = context.workspace.locate(path, Access.READ)
        return split_lines((await context.workspace.read(place)).document.text)
    except (PathRefusedError, PortFault, ToolFault):
        return []
