"""What the editor's language servers know of symbols."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.escape_controls import escape_controls
from architect.domain.language import CodePlace, LanguageFeature
from architect.domain.paths import Access
from architect.jsonrpc.client import Client, ClientFault
from architect.lsp.protocol.client_requests import LanguageParams
from architect.lsp.protocol.uris import path_of
from architect.ports.workspace import Workspace

_ANSWER_S = 15.0
"""A language server that has just been started indexes the project first."""
_LONGEST_HOVER = 10_000


class EditorLanguage:
    """Asks the editor, which asks its language servers."""

    def __init__(self, client: Client, workspace: Workspace) -> None:
        self._client = client
        self._workspace = workspace

    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        return tuple(self._places(await self._asked("definition", place)))

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        return tuple(self._places(await self._asked("references", place)))

    async def hover(self, place: CodePlace) -> str:
        text = (await self._asked("hover", place)).get("text")
        return escape_controls(text)[:_LONGEST_HOVER] if isinstance(text, str) else ""

    async def _asked(self, feature: LanguageFeature, place: CodePlace) -> dict[str, Any]:
        path = self._workspace.locate(place.path, Access.READ)
        params: LanguageParams = {
            "feature": feature,
            "uri": path.real.as_uri(),
            "position": {"line": place.line - 1, "character": place.column},
        }
        try:
            answer = await self._client.request("architect/language", params, timeout_s=_ANSWER_S)
        except ClientFault as fault:
            raise PortFault(f"the editor did not answer: {fault}") from fault
        return cast(dict[str, Any], answer) if isinstance(answer, dict) else {}

    def _places(self, answer: dict[str, Any]) -> Iterator[CodePlace]:
        """What an editor says that makes sense, each place once."""
        seen: set[CodePlace] = set()
        found: Any = answer.get("locations")
        for each in cast(list[Any], found) if isinstance(found, list) else ():
            try:
                uri, start = each["uri"], each["position"]
                line, column = int(start["line"]) + 1, int(start["character"])
            except (KeyError, TypeError, ValueError):
                continue
            if not isinstance(uri, str) or (path := path_of(uri)) is None:
                continue
            place = CodePlace(self._named(path), line, column)
            if place not in seen:
                seen.add(place)
                yield place

    def _named(self, path: Path) -> str:
        try:
            return self._workspace.locate(str(path), Access.READ).relative
        except PathRefusedError:
            return str(path)
