"""How file contents are searched."""

from typing import Protocol

from architect.domain.search import SearchQuery, SearchResult


class Search(Protocol):
    """Finds lines in the files of a workspace, in bounded time."""

    async def search(self, query: SearchQuery) -> SearchResult:
        """The lines that match, sorted.

        Raises:
            FileMissingError: there is nothing at the path of the query.
            SearchFault: the expression is not valid, or the search took too long.
        """
        ...
