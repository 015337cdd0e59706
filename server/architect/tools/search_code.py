"""Searching with a regular expression."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.search import SearchQuery
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.search_output import MOST_CONTEXT_LINES, MOST_HITS, search_text
from architect.tools.traits import CallTraits


class SearchCodeArgs(ToolArgs):
    pattern: str
    path: str = "."
    file_pattern: str = "*.py"
    context_lines: int = 2
    max_results: int = 50


class SearchCode(BaseTool[SearchCodeArgs]):
    """Finds lines by a regular expression."""

    name = "search_code"
    description = "Search file contents for a regular expression."
    args_model = SearchCodeArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: SearchCodeArgs, context: ToolContext) -> ToolResult:
        query = SearchQuery(
            pattern=args.pattern,
            path=context.workspace.locate(args.path, Access.READ),
            is_regex=True,
            file_glob=args.file_pattern,
            context_lines=min(max(args.context_lines, 0), MOST_CONTEXT_LINES),
            max_hits=min(max(args.max_results, 1), MOST_HITS),
        )
        return succeeded(await search_text(context, query), fits=True)

    def traits(self, args: SearchCodeArgs) -> CallTraits:
        summary = english(
            "{pattern!r} in {path} ({glob})",
            pattern=args.pattern,
            path=args.path,
            glob=args.file_pattern,
        )
        return replace(super().traits(args), summary=summary)
