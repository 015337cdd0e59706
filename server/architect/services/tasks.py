"""The tasks that front ends offer by name, as requests to an agent."""

from collections.abc import Mapping, Sequence
from typing import Literal

from architect.agent.prompt_files import prompt
from architect.domain.findings import Finding
from architect.domain.run_request import Attachment, RunRequest
from architect.frozen import frozen
from architect.services.excerpts import Excerpt, as_it_is, excerpts_around, with_numbers
from architect.services.requests import SCOPE

SelectionTask = Literal["explain", "tests", "document"]
NamedTask = Literal["explain", "tests", "fix"]
"""Those that are typed with what they are about."""

KINDS_OF_FIX = frozenset({"findings", "code"})
"""The kinds of what is attached to the task of fixing findings."""

_LINES_AROUND = 5
"""Shown before and behind what is to be fixed; the agent reads on where that is not enough."""


@frozen
class Problem:
    """What another tool reports about lines of a file, both counted from 1 and part of it."""

    path: str
    line: int
    end_line: int
    source: str
    message: str


def run_on(
    task: str, *, agent: str, paths: Sequence[str] = (), selection: Excerpt | None = None
) -> RunRequest:
    """A task in the user's own words, with the files it is about and the lines selected there."""
    scope = [Attachment(SCOPE, "the user's scope", "\n".join(paths))] if paths else []
    selected = [as_it_is(selection, kind="selection")] if selection is not None else []
    return RunRequest(task, agent, attachments=(*scope, *selected))


def words_for(name: SelectionTask) -> tuple[str, str]:
    """The task and the agent for what is often done with a selection."""
    return prompt(f"tasks/{name}"), "explain" if name == "explain" else "build"


def task_on(name: NamedTask, named: str) -> RunRequest:
    """What is often done, with what the user names by an @ or in words; no words: the attached."""
    task, agent = (prompt("tasks/fix"), "build") if name == "fix" else words_for(name)
    whole = prompt("tasks/on_named").format(task=task, named=named) if named else task
    return RunRequest(whole, agent, names_in=named)


def fix_output() -> RunRequest:
    """Fix why a command failed that the user ran, whose output is attached."""
    return RunRequest(prompt("tasks/fix_output"), "build", names_in="")


def words_of_comment(words: str, *, place: str) -> str:
    """The task that a comment in the code sets."""
    return prompt("tasks/comment").format(words=words, place=place)


def review_selection(selection: Excerpt) -> RunRequest:
    return _review("selection", with_numbers(selection, kind="selection"))


def review_file(whole: Excerpt) -> RunRequest:
    return _review("file", with_numbers(whole, kind="file"))


def review_workspace() -> RunRequest:
    return _review("workspace")


def fix_findings(findings: Sequence[Finding], texts: Mapping[str, str]) -> RunRequest:
    """Fix what reviews found; `texts` holds the files that are at hand, by path."""
    report = "\n\n".join(map(_finding_text, findings))
    code = _code([(each.path, each.line, each.end_line) for each in findings], texts)
    attachments = (Attachment("findings", "a review", report), *code)
    return RunRequest(prompt("tasks/fix_findings"), "build", attachments=attachments)


def fix_problems(problems: Sequence[Problem], texts: Mapping[str, str]) -> RunRequest:
    """Fix what other tools report; `texts` holds the files that are at hand, by path."""
    sources = ", ".join(dict.fromkeys(problem.source for problem in problems))
    report = "\n\n".join(map(_problem_text, problems))
    code = _code([(each.path, each.line, each.end_line) for each in problems], texts)
    task = prompt("tasks/fix_problems").format(sources=sources)
    attachments = (Attachment("problems", sources, report), *code)
    return RunRequest(task, "build", attachments=attachments)


def _review(scope: str, *attachments: Attachment) -> RunRequest:
    return RunRequest(prompt(f"tasks/review_{scope}"), "review", attachments=attachments)


def _finding_text(finding: Finding) -> str:
    title = f"{finding.severity}: {finding.title}"
    parts = [f"{_place(finding.path, finding.line, finding.end_line)}: {title}", finding.detail]
    if finding.suggestion is not None:
        parts.append(f"Suggestion: {finding.suggestion}")
    return "\n".join(filter(None, parts))


def _problem_text(problem: Problem) -> str:
    place = _place(problem.path, problem.line, problem.end_line)
    return f"{place}: {problem.source}: {problem.message}"


def _place(path: str, line: int, end_line: int) -> str:
    return f"{path}:{line}" if line == end_line else f"{path}:{line}-{end_line}"


def _code(
    places: Sequence[tuple[str, int, int]], texts: Mapping[str, str]
) -> tuple[Attachment, ...]:
    """What stands around the places, as far as it is at hand."""
    return tuple(
        as_it_is(excerpt, kind="code")
        for path in dict.fromkeys(path for path, _, _ in places)
        if path in texts
        for excerpt in excerpts_around(
            path,
            texts[path],
            [(line, end_line) for of, line, end_line in places if of == path],
            around=_LINES_AROUND,
        )
    )
