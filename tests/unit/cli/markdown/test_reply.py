"""A reply that arrives in pieces, as a conversation on a terminal shows it."""

from collections.abc import Sequence

from architect.cli.held_printer import HeldPrinter
from architect.cli.markdown.canvas import CanvasPrinter
from architect.cli.markdown.fragments import Fragment
from architect.cli.markdown.reply import MarkdownReply


class Rows:
    """What a terminal is handed."""

    width = 60
    draws_anew = True

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.doing: list[str] = []

    def rows(self, rows: Sequence[Sequence[Fragment]]) -> None:
        self.shown += ["".join(text for text, _ in row) for row in rows]

    def activity(self, text: str, *, is_reply: bool = False, is_timed: bool = False) -> None:
        self.doing.append(text)


def test_of_a_long_line_that_is_not_over_the_end_is_laid_out() -> None:
    rows = Rows()
    printer = CanvasPrinter(rows)
    reply = MarkdownReply(HeldPrinter(printer), printer, name="")
    for number in range(10_000):
        reply.say(f"word {number} ")
    assert max(map(len, rows.doing)) < 2_100
    assert rows.doing[-1].endswith("word 9998 word 9999 ")
    reply.end_line()
    assert "word 0 word 1 " in rows.shown[0]
    assert rows.shown[-1].rstrip().endswith("word 9999")
