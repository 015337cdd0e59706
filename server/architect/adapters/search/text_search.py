"""Searching texts that are in no file, such as what is not saved in an editor."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.adapters.process.child_lines import feed_lines
from architect.adapters.process.own_program import OUR_FOLDER, own_program
from architect.adapters.search.search_queries import require_searchable, took_too_long
from architect.domain.errors import SearchFault
from architect.domain.paths import WorkspacePath
from architect.domain.search import SearchLine, SearchQuery

_ROOT = Path("/")


async def search_texts(
    query: SearchQuery, texts: Sequence[tuple[str, str]], *, timeout_s: float = 20.0
) -> list[SearchLine]:
    """The matches of `query` in texts by name, in their order, with context; its path is not used.

    If there are more than `max_hits`, it ends with the text that has the first one too many. The
    search is made in a process of its own, because a regular expression can explode in ours.

    Raises:
        SearchFault: the expression is not valid, or the search took too long.
    """
    require_searchable(replace(query, path=WorkspacePath(".", _ROOT)), _ROOT)
    lines: list[SearchLine] = []
    invalid: list[str] = []

    def take(line: bytes) -> bool:
        message: Any = json.loads(line)
        match message:
            case ["file", str(name), list()]:
                lines.extend(SearchLine(name, *found) for found in message[2])
            case ["invalid", str(reason)]:
                invalid.append(reason)
            case _:
                raise AssertionError(f"text_scan printed {line!r}")
        return True

    try:
        end = await feed_lines(
            own_program("architect.adapters.search.text_scan"),
            take,
            cwd=OUR_FOLDER,
            stdin=json.dumps(_job(query, texts)).encode(),
            timeout_s=timeout_s,
        )
    except TimeoutError as error:
        raise took_too_long(query, timeout_s) from error
    except OSError as error:
        raise SearchFault(f"the search could not be started: {error}") from error
    if invalid:
        raise SearchFault(f"{query.pattern!r} is not a valid regular expression: {invalid[0]}")
    if end.exit_code != 0:
        raise SearchFault(f"the search failed: {end.stderr.strip()[-500:]}")
    return lines


def _job(query: SearchQuery, texts: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return {
        "texts": texts,
        "pattern": query.pattern,
        "is_regex": query.is_regex,
        "ignore_case": not query.case_sensitive,
        "context_lines": query.context_lines,
        "max_hits": query.max_hits,
    }
