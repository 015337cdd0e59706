"""Searching with ripgrep."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from architect.adapters.process.child_lines import ChildEnd, feed_lines
from architect.adapters.process.programs import find_program
from architect.adapters.search.hit_collector import HitCollector, shown_path
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.ripgrep_reader import LONGEST_MESSAGE, RipgrepReader
from architect.adapters.search.ripgrep_start import starting_point
from architect.adapters.search.search_queries import (
    MOST_FILE_BYTES,
    left_out_names,
    require_searchable,
    took_too_long,
)
from architect.domain.errors import FileMissingError
from architect.domain.paths import WorkspacePath
from architect.domain.search import SearchQuery, SearchResult
from architect.lazy_pattern import lazy_pattern

_FLAGS = (
    *("--json", "--no-config", "--no-ignore-messages", "--no-mmap", "--crlf", "--hidden"),
    # Binary files are searched but only named; without it, their first lines would be shown.
    "--binary",
    # What is searched is what is listed, and the listing only knows git's ignore files.
    "--no-ignore-dot",
    *("--max-filesize", str(MOST_FILE_BYTES)),
    # Nothing else names the files that are too large.
    "--debug",
)

_SPECIAL = lazy_pattern(r"[\\.+*?()|\[\]{}^$#&~-]")
"""What `regex::escape` escapes."""
_ESCAPED = r"\\\g<0>"
_NOT_ENCLOSED = lazy_pattern(r"\(\?[a-zA-Z-]*x|\[[^\]]*(?:\[|--|&&|~~|\|\|)")
"""Where a comment could hide what is put behind, and sets of sets, which only ripgrep knows."""

_SORTED = ("--sort", "path")
"""Twice as slow, since it takes away the threads of ripgrep."""


def find_ripgrep() -> Path | None:
    """The `rg` on PATH, else the one that the `ripgrep` package put beside our Python."""
    return find_program("rg")


class RipgrepSearch:
    """Searches with the ripgrep at `rg`; it is ended after `timeout_s`.

    What ripgrep cannot do is left to Python: expressions with look-around for instance, or all of
    them if it does not run here.
    """

    def __init__(self, root: Path, rg: Path, *, timeout_s: float = 20.0) -> None:
        self._root = Path(os.path.realpath(root))
        self._rg = rg
        self._timeout_s = timeout_s

    async def search(self, query: SearchQuery) -> SearchResult:
        """The lines that match, sorted.

        Files come in no order, so all of them have to be searched. Where that brings far more than
        what is asked for, it is given up for a search in order, which ends with the last hit.
        """
        require_searchable(query, self._root)
        reader = RipgrepReader(query, in_order=False)
        end = await self._run(query, reader, ())
        if reader.is_flooded:
            reader = RipgrepReader(query, in_order=True)
            end = await self._run(query, reader, _SORTED)
        if end is None or not (reader.has_ended or reader.is_flooded):
            return await PythonSearch(self._root, timeout_s=self._timeout_s).search(query)
        for name in reader.unread:
            await self._read_by_line(query, name, reader.collector)
        return reader.collector.result(self._root)

    async def _read_by_line(self, query: SearchQuery, name: bytes, collector: HitCollector) -> None:
        """Search the file `name`, of which ripgrep has too much to say, with Python."""
        if not collector.is_needed(name):
            return
        path = query.path
        if name:
            shown, below = shown_path(query, name), os.fsdecode(name)
            path = WorkspacePath(shown, path.real / below)
        python = PythonSearch(self._root, timeout_s=self._timeout_s)
        try:
            found = await python.search(replace(query, path=path))
        except FileMissingError:
            return
        collector.add(name, [(line.number, line.text, line.is_match) for line in found.lines])

    async def _run(
        self, query: SearchQuery, reader: RipgrepReader, more_flags: Sequence[str]
    ) -> ChildEnd | None:
        """How ripgrep ended; None if it could not be started."""
        start = starting_point(query)
        flags = (*_FLAGS, *more_flags, *start.flags, *_flags_for(query))
        try:
            return await feed_lines(
                [self._rg, *flags, "--", start.place],
                reader.take,
                cwd=start.place if start.place.is_dir() else self._root,
                timeout_s=self._timeout_s,
                on_complaint=reader.take_complaint,
                longest_line=LONGEST_MESSAGE,
            )
        except TimeoutError as error:
            raise took_too_long(query, self._timeout_s) from error
        except OSError:
            return None


def _flags_for(query: SearchQuery) -> list[str]:
    flags = [f"--context={query.context_lines}", f"--max-count={query.max_hits + 1}"]
    flags += ["-e", _once_a_line(query)]
    flags.append("--case-sensitive" if query.case_sensitive else "--ignore-case")
    flags += [f"--glob=!{name}" for name in sorted(left_out_names(query))]
    return flags + _type_flags(query.file_glob)


def _once_a_line(query: SearchQuery) -> str:
    """An expression that matches once in a line, up to its end: five million matches in a line
    would take ripgrep half a gigabyte, and only the first one is wanted.
    """
    if not query.is_regex:
        return rf"{_SPECIAL.sub(_ESCAPED, query.pattern)}[^\r\n]*"
    pattern = _line_by_line(query.pattern)
    if _NOT_ENCLOSED.search(pattern):
        return pattern
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return pattern
    return rf"(?:{pattern})[^\r\n]*"


def _line_by_line(pattern: str) -> str:
    """`pattern` where start and end of the text are those of a line, as they are to Python."""
    ends = {r"\A": "^", r"\z": "$"}
    return re.sub(r"\\.", lambda escape: ends.get(escape[0], escape[0]), pattern)


def _type_flags(file_glob: str) -> list[str]:
    """Let ripgrep choose the files by name; `--glob` would bring back what git ignores.

    Only where a glob cannot mean anything else to ripgrep; all the rest is left to us.
    """
    name_glob = file_glob.rpartition("/")[2]
    if name_glob in ("", "*", "**") or not re.fullmatch(r"[\w.*-]+", name_glob, re.ASCII):
        return []
    if "{" in file_glob:
        return []
    return [f"--type-add=wanted:{name_glob}", "--type=wanted"]
