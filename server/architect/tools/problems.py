"""What the editor's language servers report."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.problems import shown_problems
from architect.domain.tool_result import ToolResult, succeeded
from architect.l10n import english
from architect.ports.problem_reports import ProblemReports
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_MOST = 100
_NONE_ANYWHERE = (
    "(none are reported of the files that were opened; give a path to have a file looked at)"
)
_NOT_YET = "(no language server has reported on it)"


class ProblemsArgs(ToolArgs):
    path: str | None = None


class Problems(BaseTool[ProblemsArgs]):
    """Tells what is reported of a file, or of all that the editor knows."""

    name = "problems"
    description = (
        "What language servers report of a file, or without a path of all files that were opened: "
        "errors first."
    )
    args_model = ProblemsArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, reports: ProblemReports) -> None:
        self._reports = reports

    async def run(self, args: ProblemsArgs, context: ToolContext) -> ToolResult:
        if args.path is None:
            found = (await self._reports.reported()).problems
            return succeeded(shown_problems(found, most=_MOST) or _NONE_ANYWHERE)
        path = context.workspace.locate(args.path, Access.READ)
        await context.workspace.read_lines(path, first=1, count=1)  # or it is hidden, or not there
        reported = await self._reports.reported([path.relative])
        none = _NOT_YET if reported.unknown else "(none are reported)"
        return succeeded(shown_problems(reported.problems, most=_MOST) or none)

    def traits(self, args: ProblemsArgs) -> CallTraits:
        return replace(
            super().traits(args), summary=args.path or english("all files"), path=args.path
        )
