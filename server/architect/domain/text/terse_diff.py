"""A unified diff for those who know what stands around a change."""

from collections.abc import Iterable, Iterator

from architect.domain.text.file_text import split_at_lf
from architect.lazy_pattern import lazy_pattern

_HUNK = lazy_pattern(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def without_context(diff: str) -> str:
    """The diff of one file without its headers and its unchanged lines, as of `diff -U0`."""
    return "".join(_hunks(split_at_lf(diff)))


def _hunks(lines: Iterable[str]) -> Iterator[str]:
    """The hunks; `old` and `new` are the numbers of the next line on each side."""
    old = new = 0
    changed: list[str] = []
    for line in lines:
        header = _HUNK.match(line)
        if header or line.startswith(" "):
            yield from _hunk(old, new, changed)
            old, new = old + _count("-", changed) + 1, new + _count("+", changed) + 1
            changed = []
        if header:
            # A side without lines is counted from the line before.
            old = int(header[1]) + (header[2] == "0")
            new = int(header[3]) + (header[4] == "0")
        elif old and not line.startswith(" "):
            changed.append(line)
    yield from _hunk(old, new, changed)


def _hunk(old: int, new: int, changed: list[str]) -> Iterator[str]:
    if changed:
        spans = f"-{_span(old, _count('-', changed))} +{_span(new, _count('+', changed))}"
        yield f"@@ {spans} @@\n"
        yield from changed


def _count(sign: str, changed: list[str]) -> int:
    return sum(line.startswith(sign) for line in changed)


def _span(first: int, count: int) -> str:
    if count == 1:
        return str(first)
    return f"{first if count else first - 1},{count}"
