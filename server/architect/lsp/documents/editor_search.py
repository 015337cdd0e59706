"""Searching what the user sees: unsaved documents by their text, everything else on the disk."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from architect.domain.files.globs import glob_matcher
from architect.domain.files.search_merge import merged_search, search_others
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.open_files import OpenFiles, text_of
from architect.ports.search import Search
from architect.ports.workspace import Workspace

SearchTexts = Callable[[SearchQuery, Sequence[tuple[str, str]]], Awaitable[list[SearchLine]]]
"""The matches in texts by name, in their order, as `inner` would find them in files."""


class EditorSearch:
    """`inner`, with its matches in unsaved documents replaced by those in what the editor has.

    Such a document is searched although git may ignore its file: its user is working on it.
    """

    def __init__(
        self, inner: Search, disk: Workspace, documents: DocumentStore, *, search_texts: SearchTexts
    ) -> None:
        self._inner = inner
        self._open = OpenFiles(disk, documents)
        self._search_texts = search_texts

    async def search(self, query: SearchQuery) -> SearchResult:
        itself = self._open.at(query.path)
        if itself is not None:
            if await self._open.is_unsaved(itself) is False:
                return await self._inner.search(query)
            return await self._in_text_only(query, itself)
        texts = await self._unsaved_below(query)
        if not texts:
            return await self._inner.search(query)
        in_texts = asyncio.ensure_future(self._search_texts(query, texts))
        try:
            on_disk = await search_others(self._inner.search, query, {name for name, _ in texts})
            return merged_search(query, on_disk, await in_texts)
        finally:
            in_texts.cancel()
            await asyncio.gather(in_texts, return_exceptions=True)

    async def _in_text_only(self, query: SearchQuery, document: OpenDocument) -> SearchResult:
        found = await self._search_texts(query, [(query.path.relative, text_of(document))])
        return merged_search(query, SearchResult(()), found)

    async def _unsaved_below(self, query: SearchQuery) -> list[tuple[str, str]]:
        """The texts that the disk does not have, by their path below the root, in order."""
        folder = query.path
        is_wanted = glob_matcher(query.file_glob)
        prefix = "" if folder.relative == "." else f"{folder.relative}/"
        texts: list[tuple[str, str]] = []
        for document, name in self._open.named_below(folder):
            in_reach = query.recursive or "/" not in name or document.path is None
            if in_reach and is_wanted(name) and await self._open.is_unsaved(document) is not False:
                texts.append((prefix + name, text_of(document)))
        return sorted(texts, key=lambda text: text[0].split("/"))
