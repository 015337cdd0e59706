"""What language servers find fault with in files since an edit, told behind its result."""

from collections.abc import Sequence

from architect.domain.effect import Effect
from architect.domain.errors import PortFault
from architect.domain.paths import Access
from architect.domain.problems import (
    Problem,
    ReportedProblems,
    new_problems,
    shown_problems,
    worst_first,
)
from architect.execution.validate import ValidCall
from architect.frozen import frozen
from architect.ports.problem_reports import ProblemReports
from architect.tools.context import ToolContext

MOST_TOLD = 20
MOST_FILES = 20
_SEEN_SEVERITIES = ("error", "warning")


@frozen
class BeforeEdit:
    """What is reported of the files that an edit changes, before it does."""

    paths: tuple[str, ...]
    reported: ReportedProblems


class EditProblems:
    """Asks before an edit and after it; without `reports` there is nothing to tell.

    Of files with an ending for which there was no answer nothing is asked again.
    """

    def __init__(self, reports: ProblemReports | None) -> None:
        self._reports = reports
        self._unanswered: set[str] = set()
        self._made: list[BeforeEdit] = []
        self._after: dict[str, Sequence[Problem]] = {}
        """By the path: what was reported behind its last edit. Some servers take longer than we
        wait, and what they report then is told behind the next edit."""

    async def before(self, call: ValidCall, context: ToolContext) -> BeforeEdit | None:
        """What is reported of the files that `call` edits; None if that is not to be told."""
        path = call.traits.path
        if self._reports is None or path is None or call.effect is not Effect.WRITE:
            return None
        own = context.workspace.locate(path, Access.READ).relative
        others = await call.tool.safe_also_changes(call.args, context)
        paths = (own, *others)[:MOST_FILES]
        reported = await self._reported(paths, since=None)
        if reported is None:
            return None
        known = [each for each in paths if each not in reported.unknown]
        return BeforeEdit(tuple(known), reported) if known else None

    def made(self, before: BeforeEdit | None) -> None:
        """The edit was made: `news` tells what is reported since then."""
        if before is not None:
            self._made.append(before)

    async def news(self) -> str:
        """The new problems of the edits that were made, for the model; empty if there are none.

        Language servers are waited for once, behind the last edit.
        """
        made, self._made = self._made, []
        found: list[Problem] = []
        asked: set[str] = set()
        for before in reversed(made):
            paths = tuple(path for path in before.paths if path not in asked)
            asked.update(paths)
            found += await self._new(paths, made, since=before.reported.mark)
        told = [each for each in worst_first(found) if each.severity in _SEEN_SEVERITIES]
        if not told:
            return ""
        behind = "this edit" if len(made) == 1 else "these edits"
        return f"New problems after {behind}:\n{shown_problems(told, most=MOST_TOLD)}"

    async def _new(
        self, paths: Sequence[str], made: Sequence[BeforeEdit], *, since: int
    ) -> Sequence[Problem]:
        """What is reported of `paths` since, and was not before the first of the edits to each."""
        after = await self._reported(paths, since=since) if paths else None
        if after is None:
            return ()
        found: list[Problem] = []
        for path in paths:
            first = next(each for each in made if path in each.paths)
            there = after.of(path)
            found += new_problems(self._after.get(path, first.reported.of(path)), there)
            self._after[path] = there
        return found

    async def _reported(
        self, paths: Sequence[str], *, since: int | None
    ) -> ReportedProblems | None:
        endings = {path.rpartition(".")[2] for path in paths}
        if self._reports is None or endings & self._unanswered:
            return None
        try:
            return await self._reports.reported(paths, since=since)
        except PortFault:
            self._unanswered |= endings
            return None
