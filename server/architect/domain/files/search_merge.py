"""What a search finds, where some files have other texts than those that were searched."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from architect.domain.errors import FileMissingError
from architect.domain.search import SearchLine, SearchQuery, SearchResult

_MOST_TRIES = 4
_MORE = 8
"""Times as many matches are asked for, where too many of the first ones were out of date."""


async def search_others(
    search: Callable[[SearchQuery], Awaitable[SearchResult]],
    query: SearchQuery,
    names: Collection[str],
) -> SearchResult:
    """As many matches as asked for, without those in files of `names`."""
    asked, result = query.max_hits, SearchResult(())
    for _ in range(_MOST_TRIES):
        try:
            result = await search(replace(query, max_hits=asked))
        except FileMissingError:
            return SearchResult(())
        lines = tuple(line for line in result.lines if line.path not in names)
        result = replace(result, lines=lines)
        if not result.truncated or sum(line.is_match for line in lines) >= query.max_hits:
            break
        asked *= _MORE
    return result


def merged_search(
    query: SearchQuery, on_disk: SearchResult, in_texts: Sequence[SearchLine]
) -> SearchResult:
    """What was found in files and in texts together, as many matches as asked for."""
    lines = sorted(
        [*on_disk.lines, *in_texts], key=lambda line: (line.path.split("/"), line.number)
    )
    kept = _first(lines, query)
    return SearchResult(
        tuple(sorted(kept, key=lambda line: (line.path, line.number))),
        truncated=on_disk.truncated or len(kept) < len(lines),
        notes=on_disk.notes,
    )


def _first(lines: Sequence[SearchLine], query: SearchQuery) -> Sequence[SearchLine]:
    """The first matches, as many as asked for, without the context of the next one."""
    matches = [index for index, line in enumerate(lines) if line.is_match]
    if len(matches) <= query.max_hits:
        return lines
    last = lines[matches[query.max_hits - 1]]
    reach = last.number + query.context_lines
    return [
        line
        for index, line in enumerate(lines[: matches[query.max_hits]])
        if index <= matches[query.max_hits - 1] or (line.path == last.path and line.number <= reach)
    ]
