"""What the editor reports of the files of a workspace, by all its language servers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from architect.domain.errors import ArchitectError, PathRefusedError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.paths import Access
from architect.domain.text.counted import counted
from architect.jsonrpc.client import Client
from architect.lsp.protocol.client_requests import ProblemsParams
from architect.lsp.protocol.uris import path_of
from architect.policy.file_rules import FileRules
from architect.ports.workspace import Workspace

MOST_PROBLEMS = 200
_ANSWER_S = 10.0
_LONGEST = 500
_SEVERITIES = ("error", "warning", "info", "hint")


async def editor_problems(client: Client, workspace: Workspace, secrets: FileRules) -> str:
    """A line for each problem below the root, the worst first; why there are none, in brackets.

    Of files that `secrets` match nothing is told.
    """
    params: ProblemsParams = {"root": workspace.root.as_uri()}
    try:
        answer = await client.request("architect/problems", params, timeout_s=_ANSWER_S)
    except ArchitectError as fault:
        return f"(the editor did not answer: {fault})"
    found = sorted(_found(answer, workspace, secrets))
    lines = [
        f"{path}:{line}: {_SEVERITIES[severity]}: {text}"
        for severity, path, line, text in found[:MOST_PROBLEMS]
    ]
    if more := len(found) - len(lines):
        lines.append(f"[... {counted(more, 'more problem')} left out ...]")
    return "\n".join(lines)


def _found(
    answer: Any, workspace: Workspace, secrets: FileRules
) -> Iterator[tuple[int, str, int, str]]:
    """The severity as a number, path, line and text of what an editor says that makes sense."""
    problems: Any = (
        cast(dict[str, Any], answer).get("problems") if isinstance(answer, dict) else None
    )
    for problem in cast(list[Any], problems) if isinstance(problems, list) else ():
        try:
            uri, line, message = problem["uri"], int(problem["line"]), problem["message"]
            place = workspace.locate(str(path_of(uri) or Path("/")), Access.READ)
        except (KeyError, TypeError, ValueError, PathRefusedError):
            continue
        if secrets.match([place.relative]) is not None or not isinstance(message, str):
            continue
        severity = problem.get("severity")
        rank = _SEVERITIES.index(severity) if severity in _SEVERITIES else 0
        source = problem.get("source")
        said = f"{source}: {message}" if isinstance(source, str) and source else message
        yield rank, _shown(place.relative), line, _shown(said)


def _shown(text: str) -> str:
    return escape_controls(in_one_line(" ".join(text.split())))[:_LONGEST]
