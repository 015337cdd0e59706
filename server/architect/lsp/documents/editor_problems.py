"""What the editor reports of the files of a workspace, by all its language servers."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from architect.adapters.language_servers.answers import problem_of
from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.files.uris import path_of
from architect.domain.paths import Access
from architect.domain.problems import (
    SEVERITIES,
    Problem,
    ReportedProblems,
    worst_first,
)
from architect.jsonrpc.client import Client, ClientFault
from architect.lsp.protocol.client_requests import ProblemsParams
from architect.policy.file_rules import FileRules
from architect.ports.workspace import Workspace

WAIT_MS = 1_500
"""For language servers after an edit: https://microsoft.github.io/language-server-protocol says
nothing of when they report; pyright and typescript-language-server take 0.1 to 1 s."""

_ANSWER_S = 10.0
_ANSWER_FOR_FILES_S = 1.0
"""Somebody waits for an edit: an editor that takes longer is too slow to be of use."""


class EditorProblems:
    """Asks the editor; of files that `secrets` match nothing is told."""

    def __init__(self, client: Client, workspace: Workspace, secrets: FileRules) -> None:
        self._client = client
        self._workspace = workspace
        self._secrets = secrets

    async def reported(
        self, paths: Sequence[str] | None = None, *, since: int | None = None
    ) -> ReportedProblems:
        params: ProblemsParams = {"root": self._workspace.root.as_uri()}
        if paths is not None:
            located = [self._workspace.locate(path, Access.READ) for path in paths]
            params["uris"] = [place.real.as_uri() for place in located]
            params["waitMs"] = WAIT_MS
        within_s = _ANSWER_S if paths is None else _ANSWER_FOR_FILES_S + WAIT_MS / 1_000
        if since is not None:
            params["since"] = since
        try:
            answer = await self._client.request("architect/problems", params, timeout_s=within_s)
        except ClientFault as fault:
            raise PortFault(str(fault)) from fault
        fields = cast(dict[str, Any], answer) if isinstance(answer, dict) else {}
        mark = fields.get("mark")
        return ReportedProblems(
            tuple(worst_first(self._found(fields))),
            mark if isinstance(mark, int) else 0,
            frozenset(self._unknown(fields)),
        )

    def _unknown(self, answer: dict[str, Any]) -> Iterator[str]:
        """The files on which nobody has reported yet."""
        uris: Any = answer.get("unknown")
        for uri in cast(list[Any], uris) if isinstance(uris, list) else ():
            with suppress(PathRefusedError):
                if isinstance(uri, str) and (path := path_of(uri)) is not None:
                    yield self._workspace.locate(str(path), Access.READ).relative

    def _found(self, answer: dict[str, Any]) -> Iterator[Problem]:
        """What an editor says that makes sense."""
        problems: Any = answer.get("problems")
        for problem in cast(list[Any], problems) if isinstance(problems, list) else ():
            try:
                uri, line, message = problem["uri"], int(problem["line"]), problem["message"]
                place = self._workspace.locate(str(path_of(uri) or Path("/")), Access.READ)
            except (KeyError, TypeError, ValueError, PathRefusedError):
                continue
            if self._secrets.match([place.relative]) is not None or not isinstance(message, str):
                continue
            severity = problem.get("severity")
            severity = severity if severity in SEVERITIES else "error"
            yield problem_of(place.relative, line, severity, message, problem.get("source"))
