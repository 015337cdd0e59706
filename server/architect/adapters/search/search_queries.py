"""What every search makes of a query before it looks into files."""

import re
from collections.abc import Callable

from architect.domain.errors import FileMissingError, SearchFault
from architect.domain.globs import glob_matcher
from architect.domain.search import SearchQuery

MOST_FILE_BYTES = 50_000_000
"""Larger files are not searched."""


def require_searchable(query: SearchQuery) -> None:
    """Refuse what cannot be found anywhere.

    Raises:
        SearchFault: the pattern is none.
        FileMissingError: there is nothing to search in.
    """
    if not query.pattern:
        raise SearchFault("the pattern is empty; say what to look for")
    if re.search(r"[\r\n\0]", query.pattern):
        raise SearchFault(
            f"pattern {query.pattern!r} spans lines; lines are searched one by one, "
            "so look for a part that stands in one line"
        )
    if not query.path.real.exists():
        raise FileMissingError(f"there is no file or folder {query.path.relative!r}")


def file_filter(query: SearchQuery) -> Callable[[str], bool]:
    """Whether a file, given by its path below the folder that is searched, is wanted."""
    return glob_matcher(query.file_glob)


def shown_path(query: SearchQuery, name: str) -> str:
    """The path below the workspace root of the file `name` below the folder that is searched."""
    return name if query.path.relative == "." else f"{query.path.relative}/{name}"


def took_too_long(query: SearchQuery, timeout_s: float) -> SearchFault:
    """What to raise when the time is up."""
    return SearchFault(
        f"the search for {query.pattern!r} took longer than {timeout_s:g} s and was ended; "
        "use a simpler pattern or a smaller folder"
    )
