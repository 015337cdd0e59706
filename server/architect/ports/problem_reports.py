"""What an editor knows of problems in files, from all its language servers."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.problems import ReportedProblems


class ProblemReports(Protocol):
    async def reported(
        self, paths: Sequence[str] | None = None, *, since: int | None = None
    ) -> ReportedProblems:
        """The problems of the files at these relative paths, or of all.

        With `since`, the mark of an earlier answer, once language servers have reported on the
        files after it, or it is plain that none will; that takes 1.5 s at most.

        Raises:
            PortFault: the editor does not answer.
        """
        ...
