"""Searching with Python, where there is no ripgrep or ripgrep does not know the expression."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from architect.adapters.files.file_names import files_below, shown
from architect.adapters.search import line_scan
from architect.adapters.search.child_lines import feed_lines
from architect.adapters.search.hit_collector import HitCollector
from architect.adapters.search.search_queries import (
    MOST_FILE_BYTES,
    file_filter,
    require_searchable,
    shown_path,
    took_too_long,
)
from architect.domain.errors import SearchFault
from architect.domain.search import SearchQuery, SearchResult


class PythonSearch:
    """Searches in a process of its own, because a regular expression can explode in ours.

    It is ended after `timeout_s`.
    """

    def __init__(self, root: Path, *, timeout_s: float = 20.0) -> None:
        self._root = root
        self._timeout_s = timeout_s

    async def search(self, query: SearchQuery) -> SearchResult:
        require_searchable(query)
        files = await _files(query)
        reader = _Reader(query, [path for path, _ in files])
        job = _job(query, [place for _, place in files])
        try:
            end = await feed_lines(
                [sys.executable, "-I", "-S", "-X", "utf8", line_scan.__file__],
                reader.take,
                cwd=self._root,
                stdin=json.dumps(job).encode(),
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
        if end.exit_code != 0 and not reader.collector.is_full:
            raise SearchFault(f"the search failed: {end.stderr.strip()[-500:]}")
        return reader.collector.result()


class _Reader:
    """Takes what `line_scan` prints."""

    def __init__(self, query: SearchQuery, paths: list[str]) -> None:
        self.collector = HitCollector(query.max_hits, query.context_lines)
        self.invalid = ""
        self._paths = paths

    def take(self, line: bytes) -> bool:
        match json.loads(line):
            case ["match", int(file), int(number), str(text), int(start)]:
                return self.collector.add_match(self._paths[file], number, text, start=start)
            case ["context", int(file), int(number), str(text)]:
                self.collector.add_context(self._paths[file], number, text)
            case ["binary", int(file)]:
                self.collector.add_binary(self._paths[file])
            case ["invalid", str(reason)]:
                self.invalid = reason
            case _:
                raise AssertionError(f"line_scan printed {line!r}")
        return True


async def _files(query: SearchQuery) -> list[tuple[str, str]]:
    """The files to search, each as it is shown and as it is opened."""
    place = query.path.real
    if not place.is_dir():
        return [(query.path.relative, str(place))]
    wanted = file_filter(query)
    return [
        (shown_path(query, shown(name)), f"{place}/{name}")
        for name in await files_below(place)
        if wanted(shown(name)) and (query.recursive or "/" not in name)
    ]


def _job(query: SearchQuery, files: list[str]) -> dict[str, Any]:
    return {
        "pattern": query.pattern if query.is_regex else re.escape(query.pattern),
        "ignore_case": not query.case_sensitive,
        "context_lines": query.context_lines,
        "max_hits": query.max_hits,
        "most_file_bytes": MOST_FILE_BYTES,
        "files": files,
    }
