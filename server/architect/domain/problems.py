"""What language servers report of files."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from architect.domain.text.counted import counted
from architect.frozen import frozen

Severity = Literal["error", "warning", "info", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info", "hint")
"""The worst first."""


@frozen
class Problem:
    """A problem in the file at the relative `path`; `line` from 1. Its text is one line."""

    path: str
    line: int
    severity: Severity
    text: str

    @property
    def shown(self) -> str:
        return f"{self.path}:{self.line}: {self.severity}: {self.text}"


@frozen
class ReportedProblems:
    """What is reported, and a mark of the moment: what is reported later has a higher one.

    `unknown` are those of the files asked for on which language servers have not reported yet.
    """

    problems: tuple[Problem, ...] = ()
    mark: int = 0
    unknown: frozenset[str] = frozenset()

    def of(self, path: str) -> tuple[Problem, ...]:
        return tuple(each for each in self.problems if each.path == path)


def worst_first(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(
        problems, key=lambda each: (SEVERITIES.index(each.severity), each.path, each.line)
    )


def new_problems(before: Sequence[Problem], after: Sequence[Problem]) -> list[Problem]:
    """Those of `after` that were not there before, the worst first; lines may have moved."""
    known = Counter((each.path, each.severity, each.text) for each in before)
    found: list[Problem] = []
    for problem in worst_first(after):
        key = (problem.path, problem.severity, problem.text)
        if known[key] > 0:
            known[key] -= 1
        else:
            found.append(problem)
    return found


def shown_problems(problems: Sequence[Problem], *, most: int) -> str:
    """A line for each of the first `most` problems, and how many more there are."""
    lines = [each.shown for each in problems[:most]]
    if more := len(problems) - len(lines):
        lines.append(f"[... {counted(more, 'more problem')} left out ...]")
    return "\n".join(lines)
