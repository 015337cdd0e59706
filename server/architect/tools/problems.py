"""What the editor's language servers report."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.problems import shown_problems
from architect.domain.tool_result import ToolResult, succeeded
from architect.ports.problem_reports import ProblemReports
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_MOST = 100


class ProblemsArgs(ToolArgs):
    path: str | None = None


class Problems(BaseTool[ProblemsArgs]):
    """Tells what is reported of a file, or of all that the editor knows."""

    name = "problems"
    description = "What language servers report of a file, or of all files: errors first."
    args_model = ProblemsArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, reports: ProblemReports) -> None:
        self._reports = reports

    async def run(self, args: ProblemsArgs, context: ToolContext) -> ToolResult:
        paths = None
        if args.path is not None:
            paths = [context.workspace.locate(args.path, Access.READ).relative]
        found = (await self._reports.reported(paths)).problems
        return succeeded(shown_problems(found, most=_MOST) or "(none are reported)")

    def traits(self, args: ProblemsArgs) -> CallTraits:
        return replace(super().traits(args), summary=args.path or "all files", path=args.path)
