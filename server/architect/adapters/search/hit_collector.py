"""Matching lines and their context, gathered in any order of the files they are in."""

import os
import time
from bisect import insort
from collections.abc import Sequence
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from architect.adapters.files.anchored import parts_below
from architect.adapters.search.excerpt import core
from architect.adapters.search.still_inside import (
    Standing,
    require_still_inside,
    standing,
)
from architect.domain.paths import in_one_line
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.frozen import frozen

_CLOCK_NS = 20_000_000
"""How far the times of files may be behind the clock: the kernel keeps them by its ticks."""

_NAMED = 10
"""Files that a note names."""

_Key = tuple[bytes, ...]
"""The parts of a path: files are in the order that `rg --sort path` has, too."""

FoundLine = tuple[int, str, bool]
"""Number, text as it is shown, and whether it matches (else it is context)."""


class LeftOut(StrEnum):
    """Why the lines of a file are not shown."""

    BINARY = "binary files that match, not shown"
    LARGE = "too large to be searched"
    UNREADABLE = "could not be read"
    CHANGED = "changed while they were searched, so search again"


@frozen(order=True)
class _File:
    key: _Key
    path: str = field(compare=False)
    lines: Sequence[FoundLine] = field(compare=False)
    hits: int = field(compare=False)


class HitCollector:
    """The first `max_hits` matches of a search, whatever the order in which its files come.

    Files are named by their paths below the place that is searched.
    """

    def __init__(self, query: SearchQuery) -> None:
        self._query = query
        self._files: list[_File] = []
        self._hits = 0
        self._left_out: dict[LeftOut, set[_Key]] = {why: set() for why in LeftOut}
        self._since_ns = time.time_ns() - _CLOCK_NS

    @property
    def is_full(self) -> bool:
        """Whether there are more matches than asked for."""
        return self._hits > self._query.max_hits

    def is_needed(self, path: bytes) -> bool:
        """Whether matches in that file could still be among the first ones."""
        return not self.is_full or _key(path) < self._files[-1].key

    def add(self, path: bytes, lines: Sequence[FoundLine]) -> None:
        """Take the matches of a file, in order and with their context."""
        if not self.is_needed(path):
            return
        hits = sum(is_match for _, _, is_match in lines)
        insort(self._files, _File(_key(path), shown_path(self._query, path), lines, hits))
        self._hits += hits
        while self._hits - self._files[-1].hits > self._query.max_hits:
            self._hits -= self._files.pop().hits

    def leave_out(self, path: bytes, why: LeftOut) -> None:
        """Take note of a file whose lines are not shown."""
        self._left_out[why].add(_key(path))

    def result(self, root: Path) -> SearchResult:
        """What was found, but for files that by now are reached through a link.

        Raises:
            SearchFault, FileMissingError: the place that was searched is, or is gone.
        """
        require_still_inside(root, self._query.path)
        place = parts_below(root, self._query.path)
        lines: list[SearchLine] = []
        room = self._query.max_hits
        for file in self._files:
            below = [os.fsdecode(part) for part in file.key if part]
            kept = file.lines if file.hits <= room else self._first(file.lines, room)
            said = (core(text) for _, text, _ in kept)
            found = standing(root, (*place, *below), said, since_ns=self._since_ns)
            if found is Standing.CHANGED:
                self._left_out[LeftOut.CHANGED].add(file.key)
            if found is not Standing.STEADY:
                continue
            lines += [SearchLine(file.path, number, text, match) for number, text, match in kept]
            room -= file.hits
        lines.sort(key=lambda line: (line.path, line.number))
        return SearchResult(tuple(lines), truncated=self.is_full, notes=tuple(self._notes()))

    def _first(self, lines: Sequence[FoundLine], hits: int) -> list[FoundLine]:
        """The first matches of a file with their context, and none of what belongs to the next."""
        kept: list[FoundLine] = []
        last = 0
        for line in lines:
            number, _, is_match = line
            if is_match and not hits:
                break
            if is_match:
                hits, last = hits - 1, number
            kept.append(line)
        context = self._query.context_lines
        return [line for line in kept if last and line[0] <= last + context]

    def _notes(self) -> list[str]:
        notes: list[str] = []
        for why, keys in self._left_out.items():
            seen = sorted(key for key in keys if not self.is_full or key <= self._files[-1].key)
            names = [in_one_line(shown_path(self._query, b"/".join(key))) for key in seen[:_NAMED]]
            more = f" and {len(seen) - _NAMED:,} more" if len(seen) > _NAMED else ""
            if names:
                notes.append(f"{why}: {', '.join(names)}{more}")
        return notes


def _key(path: bytes) -> _Key:
    return tuple(path.split(b"/"))


def shown_path(query: SearchQuery, path: bytes) -> str:
    """The path below the workspace root of a file below the place that is searched."""
    name = path.decode("utf-8", "replace")
    if not name:
        return query.path.relative
    return name if query.path.relative == "." else f"{query.path.relative}/{name}"
