"""Search results as the model reads them."""

from itertools import pairwise

from architect.domain.errors import FileMissingError
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.tools.base import ToolContext
from architect.tools.missing_path import missing_path

MOST_HITS = 1_000
MOST_CONTEXT_LINES = 20


async def search_text(context: ToolContext, query: SearchQuery) -> str:
    """The result of a search: `path:line: text` for a match, `path-line- text` for context.

    Raises:
        ToolFault: there is no such file or folder; the text names similar ones.
        SearchFault: the search could not be made.
    """
    try:
        result = await context.search.search(query)
    except FileMissingError as error:
        raise await missing_path(context.workspace, query.path, error) from error
    lines = _lines(result, with_gaps=query.context_lines > 0)
    if not lines and not result.notes:
        lines.append(f"no matches for {query.pattern!r} in {_place(query)}")
    lines += [f"[{note}]" for note in result.notes]
    if result.truncated:
        lines.append(f"[only the first {query.max_hits} matches; narrow the path or the pattern]")
    return "\n".join(lines)


def _lines(result: SearchResult, *, with_gaps: bool) -> list[str]:
    shown = [_line(line) for line in result.lines[:1]]
    for earlier, later in pairwise(result.lines):
        follows = later.path == earlier.path and later.number == earlier.number + 1
        if with_gaps and not follows:
            shown.append("--")
        shown.append(_line(later))
    return shown


def _line(line: SearchLine) -> str:
    mark = ":" if line.is_match else "-"
    return f"{line.path}{mark}{line.number}{mark} {line.text}"


def _place(query: SearchQuery) -> str:
    where = str(query.path)
    return where if query.file_glob == "*" else f"{where} (files {query.file_glob})"
