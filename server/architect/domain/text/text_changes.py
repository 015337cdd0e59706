"""Changes of a text as editors exchange them."""

from collections.abc import Sequence
from typing import Any

from architect.domain.text.alignment import edits_between
from architect.domain.text.common_ends import common_prefix, common_suffix
from architect.domain.text.file_text import count_line_ends, split_at_lf, split_lines
from architect.domain.text.positions import (
    Encoding,
    LineEnds,
    LineIndex,
    Position,
    Range,
    width,
)
from architect.frozen import frozen


@frozen
class TextChange:
    """`text` in the place of `range`."""

    range: Range
    text: str


def change_from_json(json: dict[str, Any]) -> TextChange:
    """A `TextEdit` of LSP, or an event of `didChange` that has a range.

    Raises:
        KeyError, TypeError, ValueError: it is neither.
    """
    text = json["newText"] if "newText" in json else json["text"]
    if not isinstance(text, str):
        raise TypeError("the text of an edit is not a text")
    start, end = (
        Position(int(json["range"][side]["line"]), int(json["range"][side]["character"]))
        for side in ("start", "end")
    )
    return TextChange(Range(start, end), text)


def after_edits(
    text: str, edits: Sequence[TextChange], encoding: Encoding, *, line_ends: LineEnds = "any"
) -> str:
    """`text` after `edits` that all refer to it, in any order, as those of a `TextDocumentEdit`.

    Raises:
        ValueError: they overlap.
    """
    lines = LineIndex(text, encoding, line_ends=line_ends)
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.range.start, edit.range.end)):
        start, end = lines.offset_of(edit.range.start), lines.offset_of(edit.range.end)
        if start < done:
            raise ValueError("two edits overlap")
        parts += (text[done:start], edit.text)
        done = max(start, end)
    return "".join((*parts, text[done:]))


def changes_between(
    before: str, after: str, encoding: Encoding, *, line_ends: LineEnds = "any"
) -> tuple[TextChange, ...]:
    """What leads from `before` to `after`, in whole lines; lines that stay are not touched.

    Every range refers to `before`; they are in order and do not overlap.
    """
    start, before_end, after_end = _changed_lines(before, after)
    split = split_at_lf if line_ends == "lf" else split_lines
    old, new = split(before[start:before_end]), split(after[start:after_end])
    places = _Places(_count_lines(before[:start], line_ends), old, encoding, line_ends)
    return tuple(
        TextChange(
            Range(places.before_line(edit.old_from), places.before_line(edit.old_to)),
            "".join(new[edit.new_from : edit.new_to]),
        )
        for edit in edits_between(old, new)
    )


def _changed_lines(before: str, after: str) -> tuple[int, int, int]:
    """Where the texts begin to differ and where each stops, widened to LF or an end of the text."""
    start = before.rfind("\n", 0, common_prefix(before, after)) + 1
    limit = min(len(before), len(after)) - start
    suffix = common_suffix(before, after, limit=limit)
    end = before.find("\n", len(before) - suffix) + 1 or len(before)
    return start, end, len(after) - (len(before) - end)


def _count_lines(text: str, line_ends: LineEnds) -> int:
    return text.count("\n") if line_ends == "lf" else count_line_ends(text)


@frozen
class _Places:
    """Where `lines` begin in a text that has `lines_before` lines before them."""

    lines_before: int
    lines: Sequence[str]
    encoding: Encoding
    line_ends: LineEnds

    def before_line(self, number: int) -> Position:
        """The start of a line, or the end of the last one."""
        if number and number == len(self.lines) and not self._is_ended(self.lines[-1]):
            line = self.lines[-1]
            return Position(self.lines_before + number - 1, width(line, self.encoding))
        return Position(self.lines_before + number, 0)

    def _is_ended(self, line: str) -> bool:
        return line.endswith("\n" if self.line_ends == "lf" else ("\n", "\r"))
