"""How an editor holds a text: lines of code units; slow, and apart from the code it judges."""

from collections.abc import Sequence
from dataclasses import dataclass

from architect.domain.text.positions import Encoding, LineEnds, Position, Range

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
LINE_ENDS: tuple[LineEnds, ...] = ("any", "lf")

Units = list[int]

LF, CR = 10, 13


def units_of(text: str, encoding: Encoding) -> Units:
    """`text` as the numbers that an editor of this encoding keeps."""
    if encoding == "utf-32":
        return [ord(character) for character in text]
    if encoding == "utf-8":
        return list(text.encode("utf-8", "surrogatepass"))
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[at] + 256 * data[at + 1] for at in range(0, len(data), 2)]


@dataclass
class Line:
    content: Units
    end: Units


class ReferenceEditor:
    """One open document."""

    def __init__(self, text: str, encoding: Encoding, line_ends: LineEnds = "any") -> None:
        self.encoding: Encoding = encoding
        self.line_ends: LineEnds = line_ends
        self.lines = self._lines(units_of(text, encoding))

    @property
    def units(self) -> Units:
        return [unit for line in self.lines for unit in (*line.content, *line.end)]

    def _lines(self, units: Units) -> list[Line]:
        """At least one; the last one has no end."""
        lines = [Line([], [])]
        at = 0
        while at < len(units):
            end = self._line_end(units, at)
            if end:
                lines[-1].end = end
                lines.append(Line([], []))
            else:
                lines[-1].content.append(units[at])
            at += len(end) or 1
        return lines

    def _line_end(self, units: Units, at: int) -> Units:
        if units[at] == LF:
            return [LF]
        if units[at] != CR or self.line_ends == "lf":
            return []
        return [CR, LF] if units[at + 1 : at + 2] == [LF] else [CR]

    def edit(self, place: Range, text: str) -> None:
        """What a user or an edit of the server does; the editor's lines come out of it anew."""
        before = self.units_before(place.start)
        behind = self.units[len(self.units_before(place.end)) :]
        self.lines = self._lines([*before, *units_of(text, self.encoding), *behind])

    def apply(self, edits: Sequence[tuple[Range, str]]) -> list[tuple[Range, str]]:
        """One `TextDocumentEdit`, the last place first; what the editor tells about it."""
        told = sorted(edits, key=lambda edit: edit[0], reverse=True)
        for place, text in told:
            self.edit(place, text)
        return told

    def units_before(self, position: Position) -> Units:
        if position.line >= len(self.lines):
            return self.units
        content = self.lines[position.line].content[: position.character]
        before = self.lines[: position.line]
        return [*(unit for line in before for unit in (*line.content, *line.end)), *content]

    def place(self, line: int, character: int) -> Position:
        """A position that the editor may send: anywhere, but not inside a character."""
        if line < len(self.lines):
            content = self.lines[line].content
            while 0 < character < len(content) and self._is_inside(content, character):
                character -= 1
        return Position(line, character)

    def _is_inside(self, content: Units, at: int) -> bool:
        if self.encoding == "utf-8":
            return 0x80 <= content[at] < 0xC0
        is_pair = 0xD800 <= content[at - 1] < 0xDC00 <= content[at] < 0xE000
        return self.encoding == "utf-16" and is_pair
