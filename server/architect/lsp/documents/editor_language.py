"""What the editor's language servers know of symbols."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from architect.domain.errors import PathRefusedError, PortFault, WorkspaceFault
from architect.domain.escape_controls import escape_controls
from architect.domain.language import CodePlace, LanguageFeature, NewText
from architect.domain.paths import Access
from architect.domain.text.text_changes import TextChange, after_edits, change_from_json
from architect.jsonrpc.client import Client, ClientFault
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.protocol.client_requests import LanguageParams
from architect.lsp.protocol.uris import path_of
from architect.ports.workspace import Workspace

_ANSWER_S = 15.0
"""A language server that has just been started indexes the project first."""
_LONGEST_HOVER = 10_000
_LONGEST_REFUSAL = 500


class EditorLanguage:
    """Asks the editor, which asks its language servers."""

    def __init__(self, client: Client, workspace: Workspace, documents: DocumentStore) -> None:
        self._client = client
        self._workspace = workspace
        self._documents = documents

    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        return tuple(self._places(await self._asked("definition", place)))

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        return tuple(self._places(await self._asked("references", place)))

    async def hover(self, place: CodePlace) -> str:
        text = (await self._asked("hover", place)).get("text")
        return escape_controls(text)[:_LONGEST_HOVER] if isinstance(text, str) else ""

    async def rename(self, place: CodePlace, name: str) -> Sequence[NewText]:
        return await self._new_texts(await self._asked("rename", place, name))

    async def formatted(self, path: str) -> NewText | None:
        texts = await self._new_texts(await self._asked("format", CodePlace(path, 1, 0)))
        return next((text for text in texts if text.path == path), None)

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

    async def _new_texts(self, answer: dict[str, Any]) -> Sequence[NewText]:
        """The texts that the edits of an answer make.

        Raises:
            PortFault: there are none, or they do not fit the files as they are now.
        """
        if isinstance(refused := answer.get("refused"), str) and refused:
            raise PortFault(escape_controls(refused)[:_LONGEST_REFUSAL])
        found: list[NewText] = []
        files: Any = answer.get("edits")
        for each in cast(list[Any], files) if isinstance(files, list) else ():
            try:
                if (path := path_of(each["uri"])) is None:
                    raise ValueError(each["uri"])
                edits = [change_from_json(edit) for edit in each["edits"]]
                found.append(await self._new_text(path, each.get("version"), edits))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise PortFault(f"the editor gave edits that make no sense: {error}") from error
        return found

    async def _new_text(
        self, path: Path, version: int | None, edits: Sequence[TextChange]
    ) -> NewText:
        name = self._named(path)
        document = self._documents.get(path.as_uri())
        if document is not None and version not in (None, document.version):
            raise WorkspaceFault(f"{name!r} was changed meanwhile; try again")
        before = (await self._workspace.read(self._workspace.locate(name, Access.READ))).document
        line_ends = self._documents.line_ends
        after = await asyncio.to_thread(
            after_edits, before.text, edits, "utf-16", line_ends=line_ends
        )
        return NewText(name, before.text, after)

    def _named(self, path: Path) -> str:
        try:
            return self._workspace.locate(str(path), Access.READ).relative
        except PathRefusedError:
            return str(path)
