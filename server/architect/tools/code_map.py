"""Where things are defined, by a question or below a path."""

from dataclasses import replace

from architect.domain.code_map.shown_map import shown_map
from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.tokens import BYTES_PER_TOKEN
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.ports.code_index import CodeIndex
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_MOST_TOKENS = 1_500
_NOTHING = (
    "nothing is indexed for that; ignored, generated and huge files are not. "
    "Use other words, or grep and find_files."
)


class CodeMapArgs(ToolArgs):
    query: str = ""
    path: str = "."


class CodeMap(BaseTool[CodeMapArgs]):
    """Ranks files by how well they answer a question, and shows what they define."""

    name = "code_map"
    description = (
        "Files and their definitions with line numbers, best first: those that fit the words of "
        "query, or the most used ones below path."
    )
    args_model = CodeMapArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, index: CodeIndex) -> None:
        self._index = index

    async def run(self, args: CodeMapArgs, context: ToolContext) -> ToolResult:
        place = context.workspace.locate(args.path, Access.READ)
        below = "" if place.relative == "." else place.relative
        files = await self._index.answers(args.query, below)
        tokens = min(_MOST_TOKENS, context.room.output_bytes // BYTES_PER_TOKEN)
        return succeeded(shown_map(files, tokens=tokens) or _NOTHING, fits=True)

    def traits(self, args: CodeMapArgs) -> CallTraits:
        summary = args.path
        if args.query:
            summary = english("{pattern!r} in {path}", pattern=args.query, path=summary)
        return replace(super().traits(args), summary=summary)
