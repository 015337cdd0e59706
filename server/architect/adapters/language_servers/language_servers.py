"""All language servers of a run, as an editor would have them."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from architect.adapters.language_servers.answers import (
    hover_text,
    items_of,
    new_text_of,
    places_of,
    problem_of,
)
from architect.adapters.language_servers.server import LanguageServer
from architect.adapters.sandbox.sandbox import Sandbox
from architect.domain.errors import PathRefusedError, PortFault, WorkspaceFault
from architect.domain.files.uris import path_of, uri_of
from architect.domain.language import CodePlace, NewText
from architect.domain.language_ids import configured_as, language_id
from architect.domain.paths import Access, WorkspacePath
from architect.domain.problems import SEVERITIES, Problem, ReportedProblems, worst_first
from architect.l10n import english
from architect.policy.file_rules import FileRules
from architect.ports.workspace import Workspace

FIRST_REPORT_S = 20.0
"""For a server to start and to report on the first file. Pyright takes 1 to 3 s, and what compiles
for TypeScript 2 to 9 s, on a busy machine."""

NEXT_FILE_S = 3.0
"""For a server that has reported before to report on another file."""

REPORT_S = 1.5
"""For a report after an edit, as in editors."""

_CALM_S = 0.2
"""Servers report in several parts: a report is whole when no other follows in this time."""

_ROUNDS = 3
"""Of asking for a rename, until all files that it changes are known to the server as they are."""


class LanguageServers:
    """The servers by the language; each command is started once, with the files of `workspace`.

    Nothing is told to a server of files that `secrets` match, and nothing is told of them.
    """

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        workspace: Workspace,
        *,
        environment: Mapping[str, str],
        sandbox: Sandbox,
        secrets: FileRules,
    ) -> None:
        self._workspace = workspace
        self._secrets = secrets
        made: dict[tuple[str, ...], LanguageServer] = {}
        self._servers: dict[str, LanguageServer] = {}
        self._silent: dict[LanguageServer, set[Path]] = {}
        """Files that were not reported on in time: nobody waits for that again."""
        for language, command in commands.items():
            key = tuple(command)
            if key not in made:
                made[key] = LanguageServer(
                    key, root=workspace.root, environment=environment, sandbox=sandbox
                )
            self._servers[language] = made[key]

    async def aclose(self) -> None:
        """End all that were started."""
        servers = {id(server): server for server in self._servers.values()}
        await asyncio.gather(*(server.aclose() for server in servers.values()))

    async def reported(
        self, paths: Sequence[str] | None = None, *, since: int | None = None
    ) -> ReportedProblems:
        if paths is None:
            servers = {id(server): server for server in self._servers.values()}
            found = [each for server in servers.values() for each in self._found(server)]
            return ReportedProblems(tuple(worst_first(found)), self._mark)
        located = [self._workspace.locate(path, Access.READ) for path in paths]
        known = await asyncio.gather(*(self._is_reported(path, since) for path in located))
        names = {path.relative for path in located}
        found = [
            problem
            for server in {id(each): each for each in map(self._server, located) if each}.values()
            for problem in self._found(server)
            if problem.path in names
        ]
        unknown = (
            path.relative for path, is_known in zip(located, known, strict=True) if not is_known
        )
        return ReportedProblems(tuple(worst_first(found)), self._mark, frozenset(unknown))

    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        return await self._places("definition", place, {})

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        return await self._places("references", place, {"context": {"includeDeclaration": True}})

    async def hover(self, place: CodePlace) -> str:
        answer = await self._asked("hover", place, {})
        fields = cast(dict[str, Any], answer) if isinstance(answer, dict) else {}
        return hover_text(fields.get("contents"))

    async def rename(self, place: CodePlace, name: str) -> Sequence[NewText]:
        path = self._workspace.locate(place.path, Access.READ)
        for _ in range(_ROUNDS):
            answer = await self._asked("rename", place, {"newName": name})
            edits = _edits_by_uri(answer)
            news = [await self._is_new(path, uri) for uri in edits]
            if not any(news):
                return [await self._new_text(uri, each) for uri, each in edits.items()]
        raise PortFault(english("the files that would be renamed are being changed; try again"))

    async def formatted(self, path: str) -> NewText | None:
        located = self._workspace.locate(path, Access.READ)
        server = await self._synced(located)
        if server is None or not server.provides("documentFormattingProvider"):
            return None
        text = (await self._workspace.read(located)).document.text
        params = {
            "textDocument": {"uri": uri_of(located.real)},
            "options": {"tabSize": _tab_size(text), "insertSpaces": "\n\t" not in text},
        }
        return await self._new_text(
            uri_of(located.real), await server.ask("textDocument/formatting", params) or []
        )

    async def _places(
        self, feature: str, place: CodePlace, more: Mapping[str, Any]
    ) -> Sequence[CodePlace]:
        found = await self._asked(feature, place, more)
        return tuple(places_of(found, self._workspace))

    async def _asked(self, feature: str, place: CodePlace, more: Mapping[str, Any]) -> Any:
        """The answer about a place; None if nobody can give one."""
        path = self._workspace.locate(place.path, Access.READ)
        server = await self._synced(path)
        if server is None or not server.provides(f"{feature}Provider"):
            return None
        for other in server.open_paths():
            await self._sync(server, self._workspace.locate(str(other), Access.READ))
        params = {
            "textDocument": {"uri": uri_of(path.real)},
            "position": {"line": place.line - 1, "character": place.column},
            **more,
        }
        return await server.ask(f"textDocument/{feature}", params)

    async def _is_new(self, asked: WorkspacePath, uri: str) -> bool:
        """Whether the server did not know the present text of a file that it would change."""
        path, server = path_of(uri), self._server(asked)
        if path is None or server is None:
            return False
        try:
            return await self._sync(server, self._workspace.locate(str(path), Access.READ))
        except PathRefusedError:
            return False  # which the tool refuses

    async def _new_text(self, uri: str, edits: Any) -> NewText:
        path = path_of(uri)
        try:
            if path is None:
                raise ValueError(uri)
            return await new_text_of(path, edits, self._workspace)
        except (KeyError, TypeError, ValueError) as error:
            reason = f"the language server gave edits that make no sense: {error}"
            raise PortFault(reason) from error

    async def _is_reported(self, path: WorkspacePath, since: int | None) -> bool:
        """Wait for the report on the present text; gives whether there is one of any text."""
        server = self._server(path)
        if server is None:
            return True
        before = server.report_on(path.real)
        is_new = await self._sync(server, path)
        if not server.is_open(path.real):
            return True  # there is no such file
        if before is None and self._is_silent(server, path):
            return False
        if before is None:
            usual_s = NEXT_FILE_S if since is None else REPORT_S
            after, within_s = 0, usual_s if server.mark else FIRST_REPORT_S
        elif is_new:
            after, within_s = before.mark if since is None else since, REPORT_S
        else:
            return True
        await server.reported(path.real, after=after, within_s=within_s, calm_s=_CALM_S)
        if server.report_on(path.real) is not None:
            return True
        self._silent.setdefault(server, set()).add(path.real)
        return False

    def _is_silent(self, server: LanguageServer, path: WorkspacePath) -> bool:
        """Whether waiting for a first report on a file would be in vain, as it was before."""
        silent = self._silent.get(server, ())
        return path.real in silent if server.mark else bool(silent)

    async def _synced(self, path: WorkspacePath) -> LanguageServer | None:
        server = self._server(path)
        if server is not None:
            await self._sync(server, path)
        return server

    async def _sync(self, server: LanguageServer, path: WorkspacePath) -> bool:
        """Tell the server the present text of a file; gives whether that is news to it."""
        language = language_id(path.relative)
        if language is None or self._is_secret(path):
            return False
        await server.start()
        try:
            text = (await self._workspace.read(path)).document.text
        except WorkspaceFault:
            server.close(path.real)
            return False
        return await server.sync(path.real, language, text)

    def _server(self, path: WorkspacePath) -> LanguageServer | None:
        language = language_id(path.relative)
        if language is None or self._is_secret(path):
            return None
        names = (name for name in configured_as(language) if name in self._servers)
        return next((self._servers[name] for name in names), None)

    def _is_secret(self, path: WorkspacePath) -> bool:
        return self._secrets.match([path.relative]) is not None

    @property
    def _mark(self) -> int:
        return max((server.mark for server in self._servers.values()), default=0)

    def _found(self, server: LanguageServer) -> Iterator[Problem]:
        """What a server reports that makes sense."""
        for uri, report in server.reports.items():
            path = path_of(uri)
            try:
                place = self._workspace.locate(str(path), Access.READ)
            except PathRefusedError:
                continue  # what it says of the libraries of the project
            if path is None or self._is_secret(place):
                continue
            for each in report.diagnostics:
                try:
                    line, message = int(each["range"]["start"]["line"]) + 1, each["message"]
                    severity = SEVERITIES[int(each.get("severity", 1)) - 1]
                except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                    continue
                if isinstance(message, str):
                    yield problem_of(place.relative, line, severity, message, each.get("source"))


def _edits_by_uri(answer: Any) -> dict[str, Sequence[Any]]:
    """The edits of a `WorkspaceEdit`.

    Raises:
        PortFault: it does more than edit texts.
    """
    fields = cast(dict[str, Any], answer) if isinstance(answer, dict) else {}
    if not (changes := items_of(fields.get("documentChanges"))):
        by_uri = fields.get("changes")
        return cast(dict[str, Sequence[Any]], by_uri) if isinstance(by_uri, dict) else {}
    edits: dict[str, Sequence[Any]] = {}
    for change in changes:
        try:
            uri, each = change["textDocument"]["uri"], change["edits"]
        except (KeyError, TypeError) as error:
            raise PortFault(
                english(
                    "this rename moves or creates files as well, which is not supported; edit the "
                    "files instead"
                )
            ) from error
        edits[uri] = [*edits.get(uri, ()), *each]
    return edits


def _tab_size(text: str) -> int:
    """Two spaces, if a line is indented by no more; four otherwise."""
    return 2 if any(f"\n  {sign}" in text for sign in _SIGNS) else 4


_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$<@(\"'"
