"""What the model thinks and says, on a printer: as it arrives, or when it is complete."""

from typing import Protocol

from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls
from architect.l10n import t

_MARGIN = "  | "
"""Before each line of what it thinks: where nothing is dim, this tells it from the reply."""


class Reply(Protocol):
    """How replies are shown, one after the other."""

    def think(self, text: str) -> None:
        """A piece of what the model thinks."""
        ...

    def say(self, text: str) -> None:
        """A piece of the reply itself."""
        ...

    def end_line(self) -> None:
        """The reply is over, or something else is printed."""
        ...


class LiveReply:
    """Writes the pieces of one reply after the other.

    Whoever writes to the same printer calls `end_line` first.
    """

    def __init__(self, out: Printer) -> None:
        self._out = out
        self._mid_line = self._is_thinking = False

    def think(self, text: str) -> None:
        text = escape_controls(text if self._is_thinking else text.lstrip())
        if not text:
            return
        if not self._is_thinking:
            self.end_line()
            self._out.line(t("thinking"), "dim")
            self._is_thinking = True
        start = "" if self._mid_line else _MARGIN
        self._mid_line = not text.endswith("\n")
        end = "" if self._mid_line else "\n"
        self._out.piece(start + text.removesuffix("\n").replace("\n", f"\n{_MARGIN}") + end, "dim")

    def say(self, text: str) -> None:
        if self._is_thinking:
            self.end_line()
        self._out.piece(escape_controls(text))
        self._mid_line = not text.endswith("\n")

    def end_line(self) -> None:
        if self._mid_line:
            self._out.line("")
        self._mid_line = self._is_thinking = False
