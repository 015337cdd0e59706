"""A search through file contents and what it found."""

from architect.domain.paths import WorkspacePath
from architect.frozen import frozen


@frozen
class SearchQuery:
    """What to look for.

    `file_glob` is matched against the file name, or against the path relative to `path` if it
    contains a slash. `max_hits` counts matching lines, not their context.
    """

    pattern: str
    path: WorkspacePath
    is_regex: bool
    file_glob: str = "*"
    recursive: bool = True
    case_sensitive: bool = True
    context_lines: int = 0
    max_hits: int = 100


@frozen
class SearchLine:
    """One line of a result: a match, or context around one. `number` counts from 1."""

    path: str
    number: int
    text: str
    is_match: bool


@frozen
class SearchResult:
    """Lines sorted by path, then number; `truncated` if there were more than `max_hits` matches.

    `notes` say what was left out, a binary file for instance.
    """

    lines: tuple[SearchLine, ...]
    truncated: bool = False
    notes: tuple[str, ...] = ()
