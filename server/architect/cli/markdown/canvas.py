"""Where the lines of a conversation go, and a printer on it."""

from collections.abc import Sequence
from typing import Protocol

from architect.cli.markdown.fragments import Fragment, wrapped_fragments
from architect.cli.markdown.tables import table_rows
from architect.cli.printer import Style
from architect.cli.word_wrap import code_rows


class Canvas(Protocol):
    """Lines that stay where they are, and one place for what goes on just now.

    `width` are the columns there are. Unless it `draws_anew`, what goes on just now is one more
    line each time.
    """

    @property
    def width(self) -> int: ...

    @property
    def draws_anew(self) -> bool: ...

    def rows(self, rows: Sequence[Sequence[Fragment]]) -> None:
        """Add rows; their texts hold nothing that steers a terminal."""
        ...

    def activity(self, text: str, *, is_reply: bool = False, is_timed: bool = False) -> None:
        """What goes on, instead of what was shown of it; `is_reply` is the end of a reply.

        One that `is_timed` may say how long it goes on.
        """
        ...


class CanvasPrinter:
    """Prints lines for people on a canvas; all but code is broken between words."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._begun: list[Fragment] = []

    def line(self, text: str, style: Style = "plain") -> None:
        self._end()
        self._canvas.rows([[(line, style)] for line in text.split("\n")])

    def prose(self, text: str, style: Style = "plain") -> None:
        self._end()
        for line in text.split("\n"):
            self.fragments([(line, style)], margin=" " * (_indent(line) + 2))

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        self._end()
        rows = code_rows(text, self._canvas.width, column=column)
        self._canvas.rows([[(row, style)] for row in rows])

    def fragments(self, line: Sequence[Fragment], *, margin: str | None = "") -> None:
        """A line of several styles; a `margin` of None leaves it in one row."""
        if margin is None:
            self._canvas.rows([line])
        else:
            self._canvas.rows(list(wrapped_fragments(line, self._canvas.width, margin=margin)))

    def table(self, lines: Sequence[str]) -> None:
        """The lines of a Markdown table; as they are if they are none."""
        rows = table_rows(lines, self._canvas.width)
        if rows is None:
            self.prose("\n".join(lines))
            return
        for row in rows:
            self.fragments(row, margin="  ")

    def piece(self, text: str, style: Style = "plain") -> None:
        *whole, rest = text.split("\n")
        for line in whole:
            self._canvas.rows([[*self._begun, (line, style)]])
            self._begun = []
        if rest:
            self._begun.append((rest, style))

    def thinking(self, text: str) -> None:
        self._canvas.activity(text, is_timed=True)

    def waiting(self, text: str, seconds: float) -> None:
        self._canvas.activity(f"{text} {seconds:.0f} s")

    def replying(self, text: str) -> None:
        """The line that a reply has come to, of which more comes."""
        self._canvas.activity(text, is_reply=True)

    def close(self) -> None:
        self._end()
        self._canvas.activity("")

    def _end(self) -> None:
        if self._begun:
            begun, self._begun = self._begun, []
            self._canvas.rows([begun])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
