"""Searching a workspace with changes over it."""

from architect.adapters.files.overlay_workspace import OverlayWorkspace
from architect.adapters.search.text_search import search_texts
from architect.domain.files.globs import glob_matcher
from architect.domain.files.search_merge import merged_search, search_others
from architect.domain.search import SearchQuery, SearchResult
from architect.ports.search import Search


class OverlaySearch:
    """`inner`, with its matches in files that the overlay changed replaced by those there."""

    def __init__(self, inner: Search, overlay: OverlayWorkspace) -> None:
        self._inner = inner
        self._overlay = overlay

    async def search(self, query: SearchQuery) -> SearchResult:
        held = self._overlay.held_below(query.path)
        if not held:
            return await self._inner.search(query)
        texts = [(name, text) for name, text in held if text is not None]
        in_texts = await search_texts(query, [each for each in texts if _reaches(query, each[0])])
        others = SearchResult(())
        if (query.path.relative, None) not in held and query.path.relative not in dict(texts):
            others = await search_others(self._inner.search, query, {name for name, _ in held})
        return merged_search(query, others, in_texts)


def _reaches(query: SearchQuery, name: str) -> bool:
    """Whether the query is about a file of that path, which lies at or below its folder."""
    folder = query.path.relative
    if name == folder:
        return True
    below = name if folder == "." else name.removeprefix(f"{folder}/")
    return (query.recursive or "/" not in below) and glob_matcher(query.file_glob)(below)
