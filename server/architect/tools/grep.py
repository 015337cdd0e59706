"""Searching for a text as it stands."""

from dataclasses import replace

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.search import SearchQuery
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.search_output import MOST_HITS, search_text
from architect.tools.traits import CallTraits


class GrepArgs(ToolArgs):
    pattern: str = Field(also="text")
    path: str = "."
    file_pattern: str = "*"
    recursive: bool = True
    case_sensitive: bool = True
    max_results: int = 100


class Grep(BaseTool[GrepArgs]):
    """Finds lines that contain a text."""

    name = "grep"
    description = "Search file contents for a literal text; path is a file or folder."
    args_model = GrepArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: GrepArgs, context: ToolContext) -> ToolResult:
        query = SearchQuery(
            pattern=args.pattern,
            path=context.workspace.locate(args.path, Access.READ),
            is_regex=False,
            file_glob=args.file_pattern,
            recursive=args.recursive,
            case_sensitive=args.case_sensitive,
            max_hits=min(max(args.max_results, 1), MOST_HITS),
        )
        return succeeded(await search_text(context, query), fits=True)

    def traits(self, args: GrepArgs) -> CallTraits:
        summary = english("{pattern!r} in {path}", pattern=args.pattern, path=args.path)
        return replace(super().traits(args), summary=summary)
