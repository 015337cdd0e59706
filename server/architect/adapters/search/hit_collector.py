"""Matching lines and their context, gathered in the order in which a search finds them."""

from dataclasses import dataclass, field

from architect.domain.search import SearchLine, SearchResult

_LONGEST_LINE = 400
_BEFORE_MATCH = 100
"""Characters of a cut line that are kept before its first match."""


@dataclass(slots=True)
class HitCollector:
    """The first `max_hits` matches of a search that goes through one file after the other."""

    max_hits: int
    context_lines: int
    is_full: bool = False
    _lines: list[SearchLine] = field(default_factory=list[SearchLine])
    _hits: int = 0
    _binary: list[str] = field(default_factory=list[str])

    def add_match(self, path: str, number: int, text: str, *, start: int) -> bool:
        """Take a matching line, whose first match is at `start`; False if it was one too many."""
        if self._hits == self.max_hits:
            self._drop_context_of_the_next()
            self.is_full = True
            return False
        self._hits += 1
        self._lines.append(SearchLine(path, number, excerpt(text, start), is_match=True))
        return True

    def add_context(self, path: str, number: int, text: str) -> None:
        """Take a line near a match."""
        if not self.is_full:
            self._lines.append(SearchLine(path, number, excerpt(text, 0), is_match=False))

    def add_binary(self, path: str) -> None:
        """Forget the lines of the file searched last: it turned out to be binary."""
        kept = [line for line in self._lines if line.path != path]
        self._hits -= sum(line.is_match for line in self._lines) - sum(
            line.is_match for line in kept
        )
        self._lines = kept
        self.is_full = False
        self._binary.append(path)

    def result(self) -> SearchResult:
        lines = sorted(self._lines, key=lambda line: (line.path, line.number))
        notes = tuple(f"binary file {path} matches" for path in sorted(self._binary))
        return SearchResult(tuple(lines), truncated=self.is_full, notes=notes)

    def _drop_context_of_the_next(self) -> None:
        """Drop lines that came only because they precede the match that is not taken."""
        last = next((line for line in reversed(self._lines) if line.is_match), None)
        while self._lines and not self._lines[-1].is_match:
            line = self._lines[-1]
            if last and line.path == last.path and line.number - last.number <= self.context_lines:
                return
            self._lines.pop()


def excerpt(text: str, start: int) -> str:
    """`text`, or the part of a very long one around `start`."""
    if len(text) <= _LONGEST_LINE:
        return text
    first = max(0, min(start - _BEFORE_MATCH, len(text) - _LONGEST_LINE))
    part = text[first : first + _LONGEST_LINE]
    before = f"[{first:,} characters] ..." if first else ""
    rest = len(text) - first - len(part)
    return before + part + (f"... [{rest:,} characters]" if rest else "")
