"""Confirmation on a terminal."""

import asyncio
import contextlib
import os
import sys

from architect.cli.diff_lines import diff_lines
from architect.cli.harmless import harmless
from architect.cli.printer import Printer
from architect.domain.verdict import Answer, Choice, Confirmation

_CHOICES = {"y": Choice.ONCE, "n": Choice.DENY, "r": Choice.RUN, "a": Choice.STOP}


class TerminalApprover:
    """Asks on standard error and reads the answer from standard input, which is a terminal."""

    def __init__(self, printer: Printer) -> None:
        self._out = printer

    async def confirm(self, question: Confirmation) -> Answer:
        _forget_what_was_typed()
        self._out.line(harmless(f"? {question.title}"), "title")
        if question.preview is not None:
            self._preview(question.preview.text, question.preview.cwd)
        self._out.line(harmless(f"  ({question.reason}; r allows {question.grant!r} for this run)"))
        while True:
            self._out.piece("  yes, no, rest of the run, abort [y/n/r/a]: ")
            line = await _line_from_terminal()
            if not line:
                return Answer(Choice.DENY, "the terminal was closed")
            if choice := _CHOICES.get(line.strip().lower()[:1]):
                return Answer(choice)

    def _preview(self, text: str, cwd: str) -> None:
        if cwd:
            self._out.line(harmless(f"  in {cwd}:"), "dim")
        for line, style in diff_lines(text):
            self._out.line(harmless(f"  {line}"), style)


class NobodyToAsk:
    """Denies: without a terminal a run never waits for input."""

    async def confirm(self, question: Confirmation) -> Answer:
        return Answer(
            Choice.DENY,
            "it needs confirmation and there is no terminal to ask on; "
            "use --mode yolo or --dry-run",
        )


def _forget_what_was_typed() -> None:
    """Whatever was typed before the question was seen is no answer to it."""
    import termios

    with contextlib.suppress(termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


async def _line_from_terminal() -> str:
    """The next line typed; empty at the end of input. Cancelling it leaves no thread behind."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()
    descriptor = sys.stdin.fileno()

    def read() -> None:
        if not answer.done():
            answer.set_result(os.read(descriptor, 4096).decode("utf-8", "replace"))

    loop.add_reader(descriptor, read)
    try:
        return await answer
    finally:
        loop.remove_reader(descriptor)
