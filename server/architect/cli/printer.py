"""Where the human log is written: plain lines, or colours and a spinner on a terminal."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol, TextIO

from architect.cli.elapsed import Elapsed
from architect.cli.word_wrap import code_rows, wrapped

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.status import Status
    from rich.text import Text

Style = Literal[
    "plain",
    "call",
    "title",
    "dim",
    "output",
    "good",
    "bad",
    "warning",
    "added",
    "removed",
    "hunk",
    "context",
    "heading",
    "strong",
    "emphasis",
    "code",
]

_RICH_STYLES: dict[Style, str] = {
    "plain": "",
    "call": "",
    "title": "bold",
    "dim": "dim",
    "output": "dim",
    "good": "green",
    "bad": "bold red",
    "warning": "magenta",
    "added": "green",
    "removed": "red",
    "hunk": "cyan",
    "context": "",
    "heading": "bold underline",
    "strong": "bold",
    "emphasis": "italic",
    "code": "cyan",
}
"""Of the 16 colours those that are readable on white as on black; yellow is not, and codex avoids
it too (codex-rs/tui/styles.md)."""


class Printer(Protocol):
    def line(self, text: str, style: Style = "plain") -> None:
        """Print one line, or several if `text` has line feeds."""
        ...

    def prose(self, text: str, style: Style = "plain") -> None:
        """Print a line that is to be read and not to be copied: a terminal breaks it at words.

        What goes on in the next row stands a little behind the beginning of the line.
        """
        ...

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        """Print a line of a diff whose sign ends at `column`; see `code_rows` for a terminal."""
        ...

    def piece(self, text: str, style: Style = "plain") -> None:
        """Print a part of a line."""
        ...

    def thinking(self, text: str) -> None:
        """Show that something is going on, until the next line or piece."""
        ...

    def waiting(self, text: str, seconds: float) -> None:
        """Show `text` and how much is left of `seconds`, until the next line or piece."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was."""
        ...


class PlainPrinter:
    """Lines of text and nothing else. A reader that went away is not an error."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def line(self, text: str, style: Style = "plain") -> None:
        self.piece(f"{text}\n")

    prose = line

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        self.line(text, style)

    def piece(self, text: str, style: Style = "plain") -> None:
        _unless_closed(lambda: print(text, end="", file=self._stream, flush=True))

    def thinking(self, text: str) -> None:
        """A log file needs no spinner."""

    def waiting(self, text: str, seconds: float) -> None:
        """Nor a clock."""

    def close(self) -> None:
        """Nothing was changed."""


class RichPrinter:
    """Colours and a spinner, for a terminal."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console

        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._spinner: Status | None = None
        self._elapsed = Elapsed()

    def line(self, text: str, style: Style = "plain") -> None:
        self._print(f"{text}\n", style)

    def prose(self, text: str, style: Style = "plain") -> None:
        self.line(wrapped(text, self._console.width), style)

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        self.line("\n".join(code_rows(text, self._console.width, column=column)), style)

    def piece(self, text: str, style: Style = "plain") -> None:
        self._print(text, style)

    @property
    def width(self) -> int:
        return self._console.width

    def thinking(self, text: str) -> None:
        self._elapsed.runs(text)
        self._spin(_Timed(text, self._elapsed))

    def waiting(self, text: str, seconds: float) -> None:
        self._spin(_Countdown(text, time.monotonic() + seconds))

    def _spin(self, status: "RenderableType") -> None:
        if self._spinner is not None:
            self._spinner.update(status)
            return
        self._spinner = self._console.status(status, spinner="dots")
        _unless_closed(self._spinner.start)

    def close(self) -> None:
        if self._spinner is not None:
            _unless_closed(self._spinner.stop)
            self._spinner = None
        self._elapsed.stop()

    def _print(self, text: str, style: Style) -> None:
        self.close()
        rich_style = _RICH_STYLES[style]
        _unless_closed(lambda: self._console.print(text, end="", style=rich_style, soft_wrap=True))


class _Timed:
    """`text` and how long it goes on already, whenever it is drawn."""

    def __init__(self, text: str, elapsed: Elapsed) -> None:
        self._text = text
        self._elapsed = elapsed

    def __rich__(self) -> "Text":
        from rich.text import Text  # as it stands: a plain string would be taken for markup

        return Text(f"{self._text}{self._elapsed.words}")


class _Countdown:
    """`text` and the seconds up to `end`, of the monotonic clock, whenever it is drawn."""

    def __init__(self, text: str, end: float) -> None:
        self._text = text
        self._end = end

    def __rich__(self) -> "Text":
        from rich.text import Text

        return Text(f"{self._text} {max(0.0, self._end - time.monotonic()):.0f} s")


def stderr_printer() -> Printer:
    """The printer that suits standard error."""
    return RichPrinter(sys.stderr) if sys.stderr.isatty() else PlainPrinter(sys.stderr)


def _unless_closed(write: Callable[[], None]) -> None:
    try:
        write()
    except (OSError, ValueError):
        # Nobody reads standard error any more; the run and its journal go on.
        return
