"""Searching with ripgrep."""

import base64
import json
import os
from pathlib import Path
from typing import Any

from architect.adapters.files.file_names import EXCLUDED_FOLDERS, in_work_tree
from architect.adapters.search.child_lines import feed_lines
from architect.adapters.search.hit_collector import HitCollector
from architect.adapters.search.programs import find_program
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.search_queries import (
    MOST_FILE_BYTES,
    file_filter,
    require_searchable,
    shown_path,
    took_too_long,
)
from architect.domain.errors import SearchFault
from architect.domain.search import SearchQuery, SearchResult

_FLAGS = (
    *("--json", "--no-config", "--no-messages", "--no-mmap", "--crlf", "--hidden"),
    # Sorted, so that the first hits are the same ones each time.
    *("--sort", "path"),
    # Binary files are searched but only named; without it, their first lines would be shown.
    "--binary",
    # What is searched is what is listed, and the listing only knows git's ignore files.
    "--no-ignore-dot",
    *("--max-filesize", str(MOST_FILE_BYTES)),
)

_FOUND, _NOT_FOUND = 0, 1
"""Exit codes of ripgrep."""


def find_ripgrep() -> Path | None:
    """The `rg` on PATH, else the one that the `ripgrep` package put beside our Python."""
    return find_program("rg")


class RipgrepSearch:
    """Searches with the ripgrep at `rg`; it is ended after `timeout_s`.

    Expressions that ripgrep does not know, those with look-around for instance, are left to Python.
    """

    def __init__(self, root: Path, rg: Path, *, timeout_s: float = 20.0) -> None:
        self._root = root
        self._rg = rg
        self._timeout_s = timeout_s

    async def search(self, query: SearchQuery) -> SearchResult:
        require_searchable(query)
        reader = _Reader(query)
        try:
            end = await feed_lines(
                [self._rg, *_FLAGS, *_flags_for(query), "--", query.path.real],
                reader.take,
                cwd=self._root,
                timeout_s=self._timeout_s,
            )
        except TimeoutError as error:
            raise took_too_long(query, self._timeout_s) from error
        except OSError as error:
            raise SearchFault(f"ripgrep could not be started: {error}") from error
        if end.exit_code not in (_FOUND, _NOT_FOUND) and end.stderr and not reader.has_read:
            return await PythonSearch(self._root, timeout_s=self._timeout_s).search(query)
        return reader.collector.result()


def _flags_for(query: SearchQuery) -> list[str]:
    flags = [f"--context={query.context_lines}", f"--max-count={query.max_hits + 1}"]
    flags += ["-e", query.pattern]
    if not query.is_regex:
        flags.append("--fixed-strings")
    flags.append("--case-sensitive" if query.case_sensitive else "--ignore-case")
    if not query.recursive:
        flags.append("--max-depth=1")
    left_out = {".git"} if in_work_tree(query.path.real) else EXCLUDED_FOLDERS
    flags += [f"--glob=!{name}" for name in sorted(left_out)]
    return flags + _type_flags(query.file_glob)


def _type_flags(file_glob: str) -> list[str]:
    """Let ripgrep choose the files by name; `--glob` would bring back what git ignores.

    Folders in the pattern are left to us, and so are braces, which may contain them.
    """
    name_glob = file_glob.rpartition("/")[2]
    if name_glob in ("", "*", "**") or set("{}\\:") & set(file_glob):
        return []
    return [f"--type-add=wanted:{name_glob}", "--type=wanted"]


class _Reader:
    """Takes the JSON lines of ripgrep (https://docs.rs/grep-printer, `JSON`)."""

    def __init__(self, query: SearchQuery) -> None:
        self.collector = HitCollector(query.max_hits, query.context_lines)
        self.has_read = False
        self._query = query
        self._is_wanted = file_filter(query) if query.path.real.is_dir() else None

    def take(self, line: bytes) -> bool:
        self.has_read = True
        message = json.loads(line)
        content: dict[str, Any] = message["data"]
        match message["type"]:
            case "match":
                self._take_match(content)
            case "context":
                if path := self._wanted_path(content):
                    self.collector.add_context(path, content["line_number"], _line(content))
            case "end":
                self._take_end(content)
                return not self.collector.is_full
            case _:
                pass
        return True

    def _take_match(self, content: dict[str, Any]) -> None:
        if path := self._wanted_path(content):
            matches = content["submatches"]
            before = _bytes(content["lines"])[: matches[0]["start"] if matches else 0]
            start = len(before.decode("utf-8", "replace"))
            self.collector.add_match(path, content["line_number"], _line(content), start=start)

    def _take_end(self, content: dict[str, Any]) -> None:
        """Only the end of a file says whether it is binary, hence no search ends within a file."""
        if content["binary_offset"] is not None and (path := self._wanted_path(content)):
            self.collector.add_binary(path)

    def _wanted_path(self, content: dict[str, Any]) -> str | None:
        """The file a message is about, if its path fits the query."""
        if self._is_wanted is None:
            return self._query.path.relative
        place = _bytes(content["path"])
        name = os.path.relpath(place, os.fsencode(self._query.path.real)).decode("utf-8", "replace")
        return shown_path(self._query, name) if self._is_wanted(name) else None


def _bytes(text: dict[str, str]) -> bytes:
    """What ripgrep writes as `text` if it is UTF-8, else as `bytes` in base 64."""
    return base64.b64decode(text["bytes"]) if "bytes" in text else text["text"].encode()


def _line(content: dict[str, Any]) -> str:
    text = _bytes(content["lines"]).decode("utf-8", "replace")
    return text.removesuffix("\n").removesuffix("\r")
