"""Many changes of a text at once, as an editor tells them after replacing a word everywhere.

`LineIndex.replaced` keeps a change in a long text cheap by copying little of it; ten thousand times
that is seconds. Here the text is cut into lines once, and each change is made within its lines.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence

from architect.domain.text.file_text import split_at_lf, split_lines
from architect.domain.text.positions import (
    Encoding,
    LineEnds,
    LineIndex,
    Position,
    as_in_editor,
    characters_within,
    width,
)
from architect.domain.text.text_changes import TextChange
from architect.domain.text.undecodable_bytes import has_undecodable_bytes
from architect.frozen import frozen

_FEW = 64
"""Up to so many changes, making them one by one costs less than cutting a long text into lines."""

_LONG = 4096
"""Characters of a line from which on copying it for each change would be noticed."""


def after_changes(lines: LineIndex, changes: Sequence[TextChange]) -> LineIndex:
    """The text after `changes`, each of which refers to the text that the one before left.

    Places that do not exist are taken as `LineIndex.offset_of` takes them.
    """
    if len(changes) > _FEW:
        return after_many(lines, changes)
    for change in changes:
        places = lines.offset_of(change.range.start), lines.offset_of(change.range.end)
        lines = lines.replaced(min(places), max(places), change.text)
    return lines


def after_many(index: LineIndex, changes: Sequence[TextChange]) -> LineIndex:
    """As `after_changes`, in time that is linear in the text's length and the number of changes.

    Only where changes jump to and fro within a line of more than `_LONG` characters it is not.
    """
    lines = _Lines(index.text, index.encoding, index.line_ends)
    made = 0
    while made < len(changes):
        made += lines.change_long_line(changes, made) or lines.change(changes[made])
    return LineIndex("".join(lines.lines), index.encoding, line_ends=index.line_ends)


@frozen
class _Span:
    """`text` in the place of the code units from `start` to `end` of a line."""

    start: int
    end: int
    text: str


class _Lines:
    """The lines of a text with their ends; the last one has none and may be empty."""

    def __init__(self, text: str, encoding: Encoding, line_ends: LineEnds) -> None:
        self._encoding: Encoding = encoding
        self._split = split_at_lf if line_ends == "lf" else split_lines
        self._ends = ("\n",) if line_ends == "lf" else ("\r\n", "\n", "\r")
        self.lines = self._with_last_line(self._split(text))

    def change(self, change: TextChange) -> int:
        """Make one change; the number of changes that were made."""
        places = (self._place(change.range.start), self._place(change.range.end))
        (first, left), (last, right) = sorted(places)
        before, behind = self.lines[first], self.lines[last]
        whole = as_in_editor(before[:left] + change.text + behind[right:], self._encoding)
        if whole.startswith("\n") and first and self._ends_with_cr(first - 1):
            first -= 1
            whole = self.lines[first] + whole
        elif first == last and "\n" not in change.text and "\r" not in change.text:
            self.lines[first] = whole
            return 1
        lines = self._split(whole)
        is_last = last == len(self.lines) - 1
        self.lines[first : last + 1] = self._with_last_line(lines) if is_last else lines
        return 1

    def change_long_line(self, changes: Sequence[TextChange], start: int) -> int:
        """Make the changes from `start` on that go through one long line in one direction.

        The number of changes that were made: 0 if they are not of this kind.
        """
        number = changes[start].range.start.line
        if not 0 <= number < len(self.lines) or len(self.lines[number]) < _LONG:
            return 0
        line = self._content(self.lines[number])
        most = width(line, self._encoding)
        following = (changes[at] for at in range(start, len(changes)))
        spans = _spans(following, number, self._encoding, most)
        changed = _replaced(line, spans, self._encoding)
        if changed is None:
            return 0
        self.lines[number] = changed + self.lines[number][len(line) :]
        return len(spans)

    def _place(self, position: Position) -> tuple[int, int]:
        """A line, and the characters before the place in it."""
        if position.line >= len(self.lines):
            return len(self.lines) - 1, len(self.lines[-1])
        number = max(0, position.line)
        content = self._content(self.lines[number])
        return number, characters_within(content, max(0, position.character), self._encoding)

    def _content(self, line: str) -> str:
        for end in self._ends:
            if line.endswith(end):
                return line[: -len(end)]
        return line

    def _ends_with_cr(self, number: int) -> bool:
        return "\r" in self._ends and self.lines[number].endswith("\r")

    def _with_last_line(self, lines: list[str]) -> list[str]:
        if not lines or lines[-1].endswith(self._ends):
            lines.append("")
        return lines


def _spans(changes: Iterable[TextChange], line: int, encoding: Encoding, most: int) -> deque[_Span]:
    """The first of `changes` as spans of the line they began with, from left to right.

    It ends before a change that leaves the line, whose width is `most`, or that touches the text
    between the changes before it.
    """
    spans: deque[_Span] = deque()
    leftmost, rightmost, growth = 0, 0, 0
    for change in changes:
        start, end = sorted((change.range.start, change.range.end))
        is_within = start.line == end.line == line and start.character >= 0
        if not is_within or "\n" in change.text or "\r" in change.text:
            break
        size = width(change.text, encoding)
        if spans and end.character <= leftmost:
            spans.appendleft(_Span(start.character, end.character, change.text))
            rightmost += size - (end.character - start.character)
        elif (not spans or start.character >= rightmost) and end.character - growth <= most:
            spans.append(_Span(start.character - growth, end.character - growth, change.text))
            rightmost = start.character + size
        else:
            break
        leftmost = spans[0].start
        growth += size - (end.character - start.character)
    return spans


def _replaced(line: str, spans: Collection[_Span], encoding: Encoding) -> str | None:
    """`line` with the text of each span in its place; None if that cannot be done at once."""
    if any(has_undecodable_bytes(span.text) for span in spans):
        return None  # with what stands beside them they may become one character
    if encoding == "utf-32" or line.isascii():
        return _put_together(line, [(span.start, span.end, span.text) for span in spans])
    if has_undecodable_bytes(line):
        return None
    code, size = ("utf-16-le", 2) if encoding == "utf-16" else ("utf-8", 1)
    data = _bytes_as_characters(line, code)
    parts = [
        (span.start * size, span.end * size, _bytes_as_characters(span.text, code))
        for span in spans
    ]
    if any(_is_inside_character(data, place, size) for part in parts for place in part[:2]):
        return None
    return _put_together(data, parts).encode("latin-1").decode(code)


def _put_together(whole: str, parts: Iterable[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    position = 0
    for start, end, new in parts:
        pieces += [whole[position:start], new]
        position = end
    return "".join([*pieces, whole[position:]])


def _bytes_as_characters(text: str, code: str) -> str:
    return text.encode(code).decode("latin-1")


def _is_inside_character(data: str, place: int, size: int) -> bool:
    """Whether a character goes on at `place` of the bytes of text in code units of `size` bytes."""
    if place >= len(data):
        return False
    return ord(data[place + 1]) & 0xFC == 0xDC if size == 2 else ord(data[place]) & 0xC0 == 0x80
