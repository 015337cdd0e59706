"""What language servers find fault with in a file since an edit, told behind its result."""

from architect.domain.effect import Effect
from architect.domain.errors import PortFault
from architect.domain.problems import ReportedProblems, new_problems, shown_problems
from architect.domain.tool_result import ToolResult
from architect.execution.validate import ValidCall
from architect.ports.problem_reports import ProblemReports

MOST_TOLD = 20
_SEEN_SEVERITIES = ("error", "warning")


class EditProblems:
    """Asks before an edit and after it; without `reports` there is nothing to tell.

    An editor that does not answer once is not asked again.
    """

    def __init__(self, reports: ProblemReports | None) -> None:
        self._reports = reports

    async def before(self, call: ValidCall) -> ReportedProblems | None:
        """What is reported of the file that `call` edits; None if that is not to be told."""
        path = call.traits.path
        if self._reports is None or path is None or call.effect is not Effect.WRITE:
            return None
        reported = await self._reported(path, since=None)
        return reported if reported is not None and reported.is_known else None

    async def since(
        self, before: ReportedProblems | None, call: ValidCall, result: ToolResult
    ) -> str:
        """The new problems, for the model; empty if there are none."""
        path = call.traits.path
        if before is None or path is None or not result.success:
            return ""
        after = await self._reported(path, since=before.mark)
        found = [
            each
            for each in new_problems(before.problems, after.problems if after else ())
            if each.severity in _SEEN_SEVERITIES
        ]
        if not found:
            return ""
        return f"New problems after this edit:\n{shown_problems(found, most=MOST_TOLD)}"

    async def _reported(self, path: str, *, since: int | None) -> ReportedProblems | None:
        if self._reports is None:
            return None
        try:
            return await self._reports.reported([path], since=since)
        except PortFault:
            self._reports = None
            return None
