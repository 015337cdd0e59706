"""A few lines of a file, for the model to read."""

from collections.abc import Iterable

from architect.domain.findings import bare_lines
from architect.domain.run_request import Attachment
from architect.domain.text.file_text import count_line_ends
from architect.domain.text.positions import LineIndex, Range
from architect.frozen import frozen


@frozen
class Excerpt:
    """Lines of `path` from line `first` (from 1) on, without their line ends."""

    path: str
    first: int
    lines: tuple[str, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1

    @property
    def place(self) -> str:
        """`src/a.py, lines 3-7`."""
        if self.last <= self.first:
            return f"{self.path}, line {self.first}"
        return f"{self.path}, lines {self.first}-{self.last}"


def excerpt_of_lines(path: str, text: str, first: int, last: int) -> Excerpt:
    """Lines `first` to `last`, counted from 1, as far as there are such lines."""
    first = max(first, 1)
    return Excerpt(path, first, tuple(bare_lines(text)[first - 1 : max(last, first)]))


def excerpt_of(path: str, lines: LineIndex, selection: Range) -> Excerpt:
    """The whole lines that a selection touches; one that ends before a line does not touch it."""
    text = lines.text
    start, end = sorted((lines.offset_of(selection.start), lines.offset_of(selection.end)))
    if end > start and text[end - 1] in "\r\n":
        end -= 1
    first = count_line_ends(text[:start]) + 1
    last = first + count_line_ends(text[start:end].removesuffix("\r"))
    return excerpt_of_lines(path, text, first, last)


def excerpts_around(
    path: str, text: str, spans: Iterable[tuple[int, int]], *, around: int
) -> list[Excerpt]:
    """The lines of each span and `around` lines before and behind; what overlaps is joined."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted((max(first - around, 1), last + around) for first, last in spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return [excerpt_of_lines(path, text, first, last) for first, last in joined]


def as_it_is(excerpt: Excerpt, *, kind: str) -> Attachment:
    """The lines as they can be searched for and replaced."""
    return Attachment(kind, excerpt.place, "\n".join(excerpt.lines))


def with_numbers(excerpt: Excerpt, *, kind: str) -> Attachment:
    """The lines with their numbers in front, as they can be referred to."""
    numbered = enumerate(excerpt.lines, start=excerpt.first)
    text = "\n".join(f"{number:>6}  {line}".rstrip() for number, line in numbered)
    return Attachment(kind, excerpt.place, text)
