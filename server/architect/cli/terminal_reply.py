"""The replies of a run as a terminal shows them: as a conversation does, broken between words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from architect.cli.held_printer import HeldPrinter
from architect.cli.live_reply import Reply
from architect.cli.printer import Printer, RichPrinter

if TYPE_CHECKING:
    from architect.cli.markdown.fragments import Fragment

_ACTIVITY_ROWS = 4


def reply_on(printer: Printer, held: HeldPrinter) -> Reply | None:
    """What shows replies on `printer`, which is `held`; None if that is no terminal."""
    if not isinstance(printer, RichPrinter):
        return None
    from architect.cli.markdown.canvas import CanvasPrinter
    from architect.cli.markdown.reply import MarkdownReply

    return MarkdownReply(held, CanvasPrinter(RichCanvas(printer)), name="")


class RichCanvas:
    """The terminal of a printer as a `Canvas`."""

    draws_anew = True

    def __init__(self, printer: RichPrinter) -> None:
        self._printer = printer

    @property
    def width(self) -> int:
        return self._printer.width

    def rows(self, rows: "Sequence[Sequence[Fragment]]") -> None:
        for row in rows:
            for text, style in row:
                self._printer.piece(text, style)
            self._printer.piece("\n")

    def activity(self, text: str, *, is_reply: bool = False, is_timed: bool = False) -> None:
        from architect.cli.markdown.fragments import wrapped_fragments

        if not text:
            self._printer.close()
            return
        rows = list(wrapped_fragments([(text, "plain")], self.width - 2))[-_ACTIVITY_ROWS:]
        self._printer.thinking("\n".join("".join(each for each, _ in row) for row in rows))
