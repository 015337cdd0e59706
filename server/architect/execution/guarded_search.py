"""A search that shows nothing of files that hold secrets."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from architect.domain.paths import WorkspacePath, in_one_line
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.ports.guardrails import Guardrails
from architect.ports.search import Search

_NAMED = 5
"""Files that the note names."""


class GuardedSearch:
    """`inner` without the hits in files that `guardrails` hide; a note counts them.

    `admitted` are names of files somebody said yes to.
    """

    def __init__(self, inner: Search, guardrails: Guardrails, *, admitted: Collection[str]) -> None:
        self._inner = inner
        self._guardrails = guardrails
        self._admitted = admitted

    async def search(self, query: SearchQuery) -> SearchResult:
        result = await self._inner.search(query)
        names = dict.fromkeys(line.path for line in result.lines)
        hidden = {name for name in names if self._is_hidden(name, query.path)}
        if not hidden:
            return result
        left_out = [line for line in result.lines if line.path in hidden]
        lines = tuple(line for line in result.lines if line.path not in hidden)
        return replace(result, lines=lines, notes=(*result.notes, _note(left_out, hidden)))

    def _is_hidden(self, name: str, place: WorkspacePath) -> bool:
        if name in self._admitted:
            return False
        below = name if place.relative == "." else name.removeprefix(place.relative).lstrip("/")
        return self._guardrails.hides(WorkspacePath(name, Path(place.real, below)))


def _note(left_out: Sequence[SearchLine], names: Collection[str]) -> str:
    matches = sum(line.is_match for line in left_out)
    hits = "1 match is" if matches == 1 else f"{matches} matches are"
    shown = ", ".join(in_one_line(name) for name in sorted(names)[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{hits} left out, in files that may hold secrets: {shown}{more}"
