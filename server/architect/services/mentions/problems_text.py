"""What goes with a task that mentions the problems of its editor."""

from architect.domain.errors import PortFault
from architect.domain.problems import shown_problems
from architect.ports.problem_reports import ProblemReports

MOST_PROBLEMS = 200


async def problems_text(reports: ProblemReports) -> str:
    """A line for each problem of the workspace, the worst first; why not, in brackets."""
    try:
        found = await reports.reported()
    except PortFault as fault:
        return f"(the editor did not answer: {fault})"
    return shown_problems(found.problems, most=MOST_PROBLEMS)
