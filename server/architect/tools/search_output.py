"""Search results as the model reads them."""

from itertools import pairwise

from architect.domain.errors import FileMissingError
from architect.domain.paths import in_one_line
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.domain.text.fitting import how_many_fit
from architect.lazy_pattern import lazy_pattern
from architect.tools.context import ToolContext
from architect.tools.missing_path import missing_path

MOST_HITS = 1_000
MOST_CONTEXT_LINES = 20

_LIKE_AN_EXPRESSION = lazy_pattern(r"\S\|\S|[.)\]][*+]|\\[.bBdDsSwW|()\[]|\[[^\]]+\]|^\^|\$$|\(\?")
"""What stands in expressions and seldom in texts."""


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
    shown = lines[: how_many_fit((f"{line}\n" for line in lines), context.room.output_bytes)]
    if not lines and not result.notes:
        shown.append(f"no matches for {query.pattern!r} in {_place(query)}")
    if not lines and not query.is_regex and _LIKE_AN_EXPRESSION.search(query.pattern):
        shown.append("[grep looks for the text as it is; search_code takes regular expressions]")
    if len(shown) < len(lines):
        shown.append(f"[{len(lines) - len(shown):,} more lines; narrow the path or the pattern]")
    shown += [f"[{note}]" for note in result.notes]
    if result.truncated:
        shown.append(f"[only the first {query.max_hits} matches; narrow the path or the pattern]")
    return "\n".join(shown)


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
    return f"{in_one_line(line.path)}{mark}{line.number}{mark} {line.text}"


def _place(query: SearchQuery) -> str:
    where = in_one_line(query.path.relative)
    return where if query.file_glob == "*" else f"{where} (files {query.file_glob})"
