"""Searching with Python, where there is no ripgrep or ripgrep does not know the expression."""

import json
import os
from pathlib import Path
from typing import Any

from architect.adapters.process.child_lines import feed_lines
from architect.adapters.process.own_program import own_program
from architect.adapters.search.hit_collector import HitCollector, LeftOut
from architect.adapters.search.search_queries import (
    MOST_FILE_BYTES,
    left_out_names,
    require_searchable,
    took_too_long,
)
from architect.domain.errors import SearchFault
from architect.domain.search import SearchQuery, SearchResult


class PythonSearch:
    """Searches in a process of its own, because a regular expression can explode in ours.

    It is ended after `timeout_s`.
    """

    def __init__(self, root: Path, *, timeout_s: float = 20.0) -> None:
        self._root = Path(os.path.realpath(root))
        self._timeout_s = timeout_s

    async def search(self, query: SearchQuery) -> SearchResult:
        require_searchable(query, self._root)
        reader = _Reader(query)
        try:
            end = await feed_lines(
                own_program("architect.adapters.search.line_scan"),
                reader.take,
                cwd=self._root,
                stdin=json.dumps(_job(query)).encode(),
                timeout_s=self._timeout_s,
            )
        except TimeoutError as error:
            raise took_too_long(query, self._timeout_s) from error
        except OSError as error:
            raise SearchFault(f"the search could not be started: {error}") from error
        if reader.invalid:
            raise SearchFault(
                f"{query.pattern!r} is not a valid regular expression: {reader.invalid}"
            )
        if end.exit_code != 0:
            raise SearchFault(f"the search failed: {end.stderr.strip()[-500:]}")
        return reader.collector.result(self._root)


class _Reader:
    """Takes what `line_scan` prints."""

    def __init__(self, query: SearchQuery) -> None:
        self.collector = HitCollector(query)
        self.invalid = ""

    def take(self, line: bytes) -> bool:
        message = json.loads(line)
        match message:
            case ["file", str(path), list()]:
                self.collector.add(os.fsencode(path), message[2])
            case ["binary" | "large" | "unreadable" as why, str(path)]:
                self.collector.leave_out(os.fsencode(path), LeftOut[why.upper()])
            case ["invalid", str(reason)]:
                self.invalid = reason
            case _:
                raise AssertionError(f"line_scan printed {line!r}")
        return True


def _job(query: SearchQuery) -> dict[str, Any]:
    return {
        "root": str(query.path.real),
        "is_file": not query.path.real.is_dir(),
        "recursive": query.recursive,
        "file_glob": query.file_glob,
        "left_out": sorted(left_out_names(query)),
        "pattern": query.pattern,
        "is_regex": query.is_regex,
        "ignore_case": not query.case_sensitive,
        "context_lines": query.context_lines,
        "max_hits": query.max_hits,
        "most_file_bytes": MOST_FILE_BYTES,
    }
