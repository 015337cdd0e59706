"""Some lines of a text that may be too long to be kept as a whole."""

from collections.abc import Iterable

from architect.domain.text.file_text import count_line_ends, split_lines
from architect.domain.text.undecodable_bytes import shown
from architect.frozen import frozen

MOST_CHARACTERS = 100_000
"""Of a page; the line that goes beyond is not on it."""

LONGEST_LINE = 4_000
"""Characters of a line that are kept; whole lines of code are hardly ever longer than 400."""

MOST_COUNTED = 1_000_000_000
"""Characters behind a page in which lines are still counted; a second or two on most machines."""


@frozen
class PageLine:
    """A line with its line end; `hidden` characters are left out before the line end."""

    text: str
    end: str
    hidden: int = 0


def cut_line(line: PageLine, most_bytes: int) -> PageLine:
    """The start of `line` that fits into `most_bytes` of UTF-8."""
    encoded = line.text.encode("utf-8", "surrogatepass")[:most_bytes]
    kept = encoded.decode("utf-8", "ignore")
    return PageLine(kept, line.end, line.hidden + len(line.text) - len(kept))


@frozen
class LinePage:
    """Lines of a file from line `first` on; there are none if the file ends before that.

    `total` is the number of lines in the file, None if it is too long for counting them.
    """

    lines: tuple[PageLine, ...]
    first: int
    total: int | None


def page_of(
    pieces: Iterable[str], *, first: int, count: int, counted: int = MOST_COUNTED
) -> LinePage:
    """Up to `count` lines, from line `first` (1 is the first one) on, of the text in `pieces`.

    Memory is needed for a page and a piece only. A page has at most `MOST_CHARACTERS`, and of each
    line at most `LONGEST_LINE`. Bytes that are not UTF-8 are shown as U+FFFD.
    With more than `counted` characters behind the page, or behind what is kept of its last line,
    nothing more is taken.
    """
    pager = _Pager(first, count)
    for piece in pieces:
        pager.feed(piece)
        if pager.counted + pager.hidden > counted:
            pager.cut()
            return LinePage(tuple(pager.lines), first, None)
    total = pager.finish()
    return LinePage(tuple(pager.lines), first, total)


class _Pager:
    """Takes a text piece by piece, cut anywhere."""

    def __init__(self, first: int, count: int) -> None:
        self.lines: list[PageLine] = []
        self.counted = 0
        self._first = first
        self._last = first + count - 1
        self._ended = 0
        self._line = _Line()
        self._room = MOST_CHARACTERS
        self._is_inside_line = False
        self._held = ""

    def feed(self, piece: str) -> None:
        text = self._held + piece
        # A CR at the end may be half of a CRLF.
        self._held = "\r" if text.endswith("\r") else ""
        self._take(text[: len(text) - len(self._held)])

    @property
    def hidden(self) -> int:
        """Characters left out of the line that has not ended yet."""
        return self._line.hidden

    def cut(self) -> None:
        """Put the line that has not ended on the page."""
        if self.hidden:
            self._ended += 1
            self._end_line()

    def finish(self) -> int:
        """The number of lines."""
        self._take(self._held)
        if self._is_inside_line:
            self._ended += 1
            self._end_line()
        return self._ended

    def _take(self, text: str) -> None:
        if not text:
            return
        if self._ended >= self._last:
            self.counted += len(text)
            self._ended += count_line_ends(text)
        elif self._ended + (ends := count_line_ends(text)) < self._first - 1:
            self._ended += ends
        else:
            for line in split_lines(text):
                self._take_line(line)
        self._is_inside_line = not text.endswith(("\n", "\r"))

    def _take_line(self, line: str) -> None:
        """Take a line or a part of one."""
        body = line.rstrip("\r\n")
        if self._first <= self._ended + 1 <= self._last:
            self._line.add(body)
        if len(body) < len(line):
            self._ended += 1
            self._end_line(line[len(body) :])

    def _end_line(self, end: str = "") -> None:
        if not self._first <= self._ended <= self._last:
            return
        line, self._line = self._line.ended(end), _Line()
        self._room -= len(line.text)
        if self._room < 0:
            self._last = self._ended - 1
        else:
            self.lines.append(line)


class _Line:
    """The start of a line, and how much more of it there is."""

    def __init__(self) -> None:
        self._start = ""
        self.hidden = 0

    def add(self, text: str) -> None:
        kept = text[: LONGEST_LINE - len(self._start)]
        self._start += kept
        self.hidden += len(text) - len(kept)

    def ended(self, end: str) -> PageLine:
        return PageLine(shown(self._start), end, self.hidden)
