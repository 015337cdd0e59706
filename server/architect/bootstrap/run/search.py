"""Searching the files of a workspace, and texts that are in no file."""

from collections.abc import Sequence
from pathlib import Path

from architect.bootstrap.lazy import LazySearch
from architect.domain.search import SearchLine, SearchQuery
from architect.ports.search import Search


def open_search(root: Path) -> Search:
    """The quickest search there is for the files below `root`."""

    def make() -> Search:
        from architect.adapters.search.ripgrep import RipgrepSearch, find_ripgrep

        if ripgrep := find_ripgrep():
            return RipgrepSearch(root, ripgrep)
        from architect.adapters.search.python_search import PythonSearch

        return PythonSearch(root)

    return LazySearch(make)


async def search_texts(query: SearchQuery, texts: Sequence[tuple[str, str]]) -> list[SearchLine]:
    """The matches of `query` in texts by name; see `adapters.search.text_search`.

    Raises:
        SearchFault: the expression is not valid, or the search took too long.
    """
    from architect.adapters.search.text_search import search_texts as search

    return await search(query, texts)
