"""What every search makes of a query before it looks into files."""

import re
from collections.abc import Collection
from pathlib import Path

from architect.adapters.files.file_filters import EXCLUDED_FOLDERS
from architect.adapters.files.file_names import in_work_tree
from architect.adapters.search.still_inside import require_still_inside
from architect.domain.errors import SearchFault
from architect.domain.search import SearchQuery

MOST_FILE_BYTES = 50_000_000
"""Larger files are not searched."""

_MOST_PATTERN_BYTES = 20_000
"""Far below what the system takes as an argument of a program."""


def require_searchable(query: SearchQuery, root: Path) -> None:
    """Refuse what cannot be found anywhere below `root`, which is without links.

    Raises:
        SearchFault: the pattern is none, the file too large, or a link by now.
        FileMissingError: there is nothing to search in.
    """
    if not query.pattern:
        raise SearchFault("the pattern is empty; say what to look for")
    _require_one_line(query)
    try:
        size = len(query.pattern.encode())
    except UnicodeEncodeError as error:
        raise SearchFault(f"pattern {query.pattern!r} is not valid Unicode") from error
    if size > _MOST_PATTERN_BYTES:
        raise SearchFault(
            f"the pattern has {size:,} bytes, {_MOST_PATTERN_BYTES:,} are the most; "
            "look for a part of it"
        )
    require_still_inside(root, query.path)
    if query.path.real.is_file() and query.path.real.stat().st_size > MOST_FILE_BYTES:
        raise SearchFault(
            f"{query.path.relative!r} is larger than {MOST_FILE_BYTES:,} bytes and is not "
            "searched; look at it with a command"
        )


def _require_one_line(query: SearchQuery) -> None:
    outside_brackets = re.sub(r"\\\\|\[[^]]*\]", "", query.pattern)
    if re.search(r"[\r\n\0]", query.pattern) or (
        query.is_regex and re.search(r"\\[nr]", outside_brackets)
    ):
        raise SearchFault(
            f"pattern {query.pattern!r} spans lines; lines are searched one by one, "
            "so look for a part that stands in one line"
        )


def left_out_names(query: SearchQuery) -> Collection[str]:
    """The names of files and folders that are passed over, wherever they stand."""
    return {".git"} if in_work_tree(query.path.real) else EXCLUDED_FOLDERS


def took_too_long(query: SearchQuery, timeout_s: float) -> SearchFault:
    """What to raise when the time is up."""
    return SearchFault(
        f"the search for {query.pattern!r} took longer than {timeout_s:g} s and was ended; "
        "use a simpler pattern or a smaller folder"
    )
