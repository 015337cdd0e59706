"""What the editor's language servers know of symbols."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from architect.adapters.language_servers.answers import (
    LONGEST_REFUSAL,
    name_of,
    new_text_of,
    places_of,
    shown_hover,
)
from architect.domain.errors import PortFault, WorkspaceFault
from architect.domain.escape_controls import escape_controls
from architect.domain.files.uris import path_of, uri_of
from architect.domain.language import CodePlace, LanguageFeature, NewText
from architect.domain.paths import Access
from architect.jsonrpc.client import Client, ClientFault
from architect.l10n import english
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.protocol.client_requests import LanguageParams
from architect.ports.workspace import Workspace

_ANSWER_S = 15.0
"""A language server that has just been started indexes the project first."""


class EditorLanguage:
    """Asks the editor, which asks its language servers."""

    def __init__(self, client: Client, workspace: Workspace, documents: DocumentStore) -> None:
        self._client = client
        self._workspace = workspace
        self._documents = documents

    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        return await self._places("definition", place)

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        return await self._places("references", place)

    async def hover(self, place: CodePlace) -> str:
        text = (await self._asked("hover", place)).get("text")
        return shown_hover(text) if isinstance(text, str) else ""

    async def rename(self, place: CodePlace, name: str) -> Sequence[NewText]:
        return await self._new_texts(await self._asked("rename", place, name))

    async def formatted(self, path: str) -> NewText | None:
        texts = await self._new_texts(await self._asked("format", CodePlace(path, 1, 0)))
        return next((text for text in texts if text.path == path), None)

    async def _places(self, feature: LanguageFeature, place: CodePlace) -> Sequence[CodePlace]:
        answer = await self._asked(feature, place)
        return tuple(places_of(answer.get("locations"), self._workspace))

    async def _asked(
        self, feature: LanguageFeature, place: CodePlace, name: str | None = None
    ) -> dict[str, Any]:
        path = self._workspace.locate(place.path, Access.READ)
        params: LanguageParams = {
            "feature": feature,
            "uri": path.real.as_uri(),
            "position": {"line": place.line - 1, "character": place.column},
        }
        if name is not None:
            params["newName"] = name
        try:
            answer = await self._client.request("architect/language", params, timeout_s=_ANSWER_S)
        except ClientFault as fault:
            raise PortFault(english("the editor did not answer: {fault}", fault=fault)) from fault
        return cast(dict[str, Any], answer) if isinstance(answer, dict) else {}

    async def _new_texts(self, answer: dict[str, Any]) -> Sequence[NewText]:
        """The texts that the edits of an answer make.

        Raises:
            PortFault: there are none, or they do not fit the files as they are now.
        """
        if isinstance(refused := answer.get("refused"), str) and refused:
            raise PortFault(escape_controls(refused)[:LONGEST_REFUSAL])
        found: list[NewText] = []
        files: Any = answer.get("edits")
        for each in cast(list[Any], files) if isinstance(files, list) else ():
            try:
                if (path := path_of(each["uri"])) is None:
                    raise ValueError(each["uri"])
                found.append(await self._new_text(path, each.get("version"), each["edits"]))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise PortFault(
                    english("the editor gave edits that make no sense: {error}", error=error)
                ) from error
        return found

    async def _new_text(self, path: Path, version: Any, edits: Any) -> NewText:
        document = self._documents.get(uri_of(path))
        if document is not None and version not in (None, document.version):
            raise WorkspaceFault(
                english(
                    "{path!r} was changed meanwhile; try again", path=name_of(path, self._workspace)
                )
            )
        line_ends = self._documents.line_ends
        return await new_text_of(path, edits, self._workspace, line_ends=line_ends)
