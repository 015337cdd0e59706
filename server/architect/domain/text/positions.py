"""Places in a text as editors name them: a line, and code units from its start.

LSP 3.17, "Position" and "Position Encoding Kind". A line ends at LF, CRLF or a lone CR there.
Some editors let only LF end a line and keep a lone CR as a character of it: see `LineEnds`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from architect.domain.text.file_text import count_line_ends, split_at_lf, split_lines
from architect.domain.text.undecodable_bytes import has_undecodable_bytes
from architect.frozen import frozen

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The code units that `Position.character` counts."""

LineEnds = Literal["any", "lf"]
"""Which line ends the other side knows: LF, CRLF and CR as LSP says, or nothing but LF."""


@frozen(order=True)
class Position:
    """Both count from 0."""

    line: int
    character: int


@frozen(order=True)
class Range:
    """`end` is exclusive."""

    start: Position
    end: Position


def width(text: str, encoding: Encoding) -> int:
    """The number of code units in `text`.

    A byte that is not UTF-8 (see `domain.undecodable_bytes`) is one unit of UTF-8; any other lone
    surrogate is three, as editors encode it.
    """
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    try:
        return len(text.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        foreign = sum("\udc80" <= character <= "\udcff" for character in text)
        return len(text.encode("utf-8", "surrogatepass")) - 2 * foreign


def characters_within(text: str, units: int, encoding: Encoding) -> int:
    """How many whole characters of `text` stand in its first `units` code units."""
    most = max(0, min(len(text), units))
    if encoding == "utf-32" or text.isascii():
        return most
    lengths = range(most + 1)
    return bisect_right(lengths, units, key=lambda length: width(text[:length], encoding)) - 1


def as_in_editor(text: str, encoding: Encoding) -> str:
    """`text` with one character where the parts of one have met, as it is in the editor.

    In UTF-16 these are the two halves of a surrogate pair, in UTF-8 the bytes of a character.
    """
    if encoding == "utf-32" or not has_undecodable_bytes(text):
        return text
    if encoding == "utf-16":
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    with suppress(UnicodeEncodeError):
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    return text


_PIECE_LENGTH = 16384
"""Characters. A lookup reads one or two pieces; a change makes a few new ones."""


class _Piece(NamedTuple):
    text: str
    width: int
    line_ends: int


class LineIndex:
    """A text in which places are found quickly, and which can be changed cheaply.

    It never changes itself; `replaced` gives another one. The text is kept in pieces, none empty
    and none ending between CR and LF, so that a lookup or a change does not read all of a long one.
    """

    __slots__ = (
        "_lines",
        "_offsets",
        "_piece_length",
        "_pieces",
        "_text",
        "encoding",
        "line_ends",
    )

    def __init__(
        self,
        text: str,
        encoding: Encoding,
        *,
        line_ends: LineEnds = "any",
        piece_length: int = _PIECE_LENGTH,
    ) -> None:
        self._piece_length = piece_length
        self.encoding: Encoding = encoding
        self.line_ends: LineEnds = line_ends
        self._text: str | None = text

    def __getattr__(self, name: str) -> Any:
        """Cut the text when its pieces are first asked for: nobody may ever look at a long one."""
        if name not in ("_pieces", "_offsets", "_lines"):
            raise AttributeError(name)
        self._keep(list(self._cut(self.text)))
        return getattr(self, name)

    def _keep(self, pieces: list[_Piece]) -> None:
        self._pieces = pieces
        self._offsets = list(accumulate([len(piece.text) for piece in pieces], initial=0))
        self._lines = list(accumulate([piece.line_ends for piece in pieces], initial=0))

    def _cut(self, text: str) -> Iterator[_Piece]:
        start = 0
        while start < len(text):
            end = start + self._piece_length
            if text[end - 1 : end + 1] == "\r\n":
                end += 1
            piece = text[start:end]
            line_ends = piece.count("\n") if self.line_ends == "lf" else count_line_ends(piece)
            yield _Piece(piece, width(piece, self.encoding), line_ends)
            start = end

    @property
    def text(self) -> str:
        """The whole text; put together when it is first asked for."""
        if self._text is None:
            self._text = "".join([piece.text for piece in self._pieces])
        return self._text

    @property
    def length(self) -> int:
        """The number of characters."""
        return len(self._text) if self._text is not None else self._offsets[-1]

    def offset_of(self, position: Position) -> int:
        """The offset of `position`; one that does not exist is moved back to the nearest that does.

        Behind the end of a line that is the end of the line, behind the last line the end of the
        text, inside a character its start.
        """
        if position.line > self._lines[-1]:
            return self.length
        number, start = self._line_start(max(0, position.line))
        units = max(0, position.character)
        for piece, offset in zip(self._pieces[number:], self._offsets[number:], strict=False):
            end = self._first_line_end(piece, start)
            is_whole = start == 0 and end is None
            rest = piece.text if is_whole else piece.text[start:end]
            rest_width = piece.width if is_whole else width(rest, self.encoding)
            if end is not None or units < rest_width:
                return offset + start + characters_within(rest, units, self.encoding)
            units, start = units - rest_width, 0
        return self.length

    def _line_start(self, line: int) -> tuple[int, int]:
        """The number of the piece in which the line before ends, and where in it."""
        if line == 0:
            return 0, 0
        number = bisect_left(self._lines, line) - 1
        lines = self._split(self._pieces[number].text)
        return number, sum(map(len, lines[: line - self._lines[number]]))

    def _first_line_end(self, piece: _Piece, start: int) -> int | None:
        if not piece.line_ends:
            return None
        end = piece.text.find("\n", start)
        if self.line_ends == "any":
            carriage_return = piece.text.find("\r", start, None if end < 0 else end)
            end = end if carriage_return < 0 else carriage_return
        return None if end < 0 else end

    def _split(self, text: str) -> list[str]:
        return split_at_lf(text) if self.line_ends == "lf" else split_lines(text)

    def position_of(self, offset: int) -> Position:
        """The position of `offset`; between CR and LF that is the end of the line."""
        offset = max(0, min(offset, self.length))
        if offset == 0:
            return Position(0, 0)
        number = bisect_left(self._offsets, offset) - 1
        piece, length = self._pieces[number].text, offset - self._offsets[number]
        if self.line_ends == "any" and piece[length - 1 : length + 1] == "\r\n":
            length -= 1
        lines = self._split(piece[:length] + "|")
        units = width(lines[-1], self.encoding) - 1
        if len(lines) == 1:
            units += self._width_of_open_line(number)
        return Position(self._lines[number] + len(lines) - 1, units)

    def _width_of_open_line(self, number: int) -> int:
        """The width of the line that goes on in piece `number`, as far as it stands before."""
        units = 0
        for piece in reversed(self._pieces[:number]):
            if piece.line_ends:
                last = self._split(piece.text + "|")[-1]
                return units + width(last, self.encoding) - 1
            units += piece.width
        return units

    def replaced(self, start: int, end: int, new: str) -> "LineIndex":
        """The text with `new` from offset `start` to `end`.

        The pieces beside the change are cut anew too: CR and LF may have met, and short pieces
        shall not become many.
        """
        first = max(0, bisect_left(self._offsets, start) - 2)
        behind = min(len(self._pieces), bisect_right(self._offsets, end) + 1)
        old = "".join([piece.text for piece in self._pieces[first:behind]])
        start, end = start - self._offsets[first], end - self._offsets[first]
        changed = as_in_editor(old[:start] + new + old[end:], self.encoding)
        other = LineIndex(
            "", self.encoding, line_ends=self.line_ends, piece_length=self._piece_length
        )
        other._text = None
        other._keep([*self._pieces[:first], *self._cut(changed), *self._pieces[behind:]])
        return other
