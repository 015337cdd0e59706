"""A reply of the model as it arrives: its whole lines as Markdown, and the one it is at."""

from collections.abc import Callable

from architect.cli.held_printer import HeldPrinter
from architect.cli.markdown.canvas import CanvasPrinter
from architect.cli.markdown.lines import MarkdownLines
from architect.cli.markdown.tables import MarkdownTable
from architect.domain.escape_controls import escape_controls
from architect.l10n import t

_MOST_PREVIEWED = 2_000
"""Characters of the line that a reply is at, which is laid out again with each piece."""


class _LineSoFar:
    """The line that a text is at. It may be long, and come in many pieces."""

    def __init__(self) -> None:
        self._pieces: list[str] = []

    def ended_by(self, text: str) -> list[str]:
        """The lines that are whole once `text` has come."""
        *lines, rest = text.split("\n")
        if lines:
            lines[0] = self.taken() + lines[0]
        if rest:
            self._pieces.append(rest)
        return lines

    @property
    def end(self) -> str:
        """As much of the end as is shown of a line that goes on."""
        return "".join(self._pieces[-_MOST_PREVIEWED:])[-_MOST_PREVIEWED:]

    def taken(self) -> str:
        whole = "".join(self._pieces)
        self._pieces = []
        return whole


class MarkdownReply:
    """What a model thinks and says, one reply after the other; see `LiveReply`."""

    def __init__(self, held: HeldPrinter, printer: CanvasPrinter, *, name: str) -> None:
        """`held` holds `printer`; `name` is what stands before a reply, empty for none."""
        self._held = held
        self._printer = printer
        self._name = name
        self._lines = MarkdownLines()
        self._table = MarkdownTable()
        self._thought, self._said = _LineSoFar(), _LineSoFar()
        self._has_thought = self._has_said = False

    def think(self, text: str) -> None:
        if not self._has_thought:
            text = text.lstrip()
        if not text:
            return
        if not self._has_thought:
            self._has_thought = True
            self._print(lambda out: out.line(t("thinking"), "dim"))
        for line in self._thought.ended_by(text):
            self._show_thought(line)
        self._preview(self._thought.end)

    def say(self, text: str) -> None:
        self._end_thought()
        if not self._has_said:
            text = text.lstrip("\n")
            if not text:
                return
            self._has_said = True
            if self._name:
                self._print(lambda out: out.line(self._name, "title"))
        for line in self._said.ended_by(text):
            self._show(line)
        self._preview(self._said.end)

    def end_line(self) -> None:
        """The reply is over, or something else is printed."""
        self._end_thought()
        if said := self._said.taken():
            self._show(said)
        self._end_table()
        if self._has_said:
            self._print(lambda out: out.replying(""))
            self._has_said = False
            self._lines = MarkdownLines()

    def _end_thought(self) -> None:
        if thought := self._thought.taken():
            self._show_thought(thought)
        self._has_thought = False

    def _show_thought(self, text: str) -> None:
        shown = escape_controls(text)
        self._print(lambda out: out.fragments([("| ", "dim"), (shown, "dim")], margin="| "))

    def _show(self, text: str) -> None:
        shown = escape_controls(text)
        if self._is_kept(shown):
            return
        self._end_table()
        if not self._is_kept(shown):
            self._show_line(shown)

    def _is_kept(self, shown: str) -> bool:
        return not self._lines.is_code and self._table.takes(shown)

    def _end_table(self) -> None:
        lines = self._table.end()
        if len(lines) > 1:
            self._print(lambda out: out.table(lines))
            return
        for line in lines:
            self._show_line(line)

    def _show_line(self, shown: str) -> None:
        is_code = self._lines.is_code
        line, margin = self._lines.line(shown)
        self._print(lambda out: out.fragments(line, margin=None if is_code else margin))

    def _preview(self, text: str) -> None:
        shown = escape_controls(text)
        self._print(lambda out: out.replying(shown))

    def _print(self, write: Callable[[CanvasPrinter], None]) -> None:
        self._held.do(lambda: write(self._printer))
