"""Searching texts that are in no file."""

from collections.abc import Sequence

from architect.domain.search import SearchLine, SearchQuery


async def search_texts(query: SearchQuery, texts: Sequence[tuple[str, str]]) -> list[SearchLine]:
    """The matches of `query` in texts by name; see `adapters.search.text_search`.

    Raises:
        SearchFault: the expression is not valid, or the search took too long.
    """
    from architect.adapters.search.text_search import search_texts as search

    return await search(query, texts)
