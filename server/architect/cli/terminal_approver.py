"""Confirmation on a terminal."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence

from architect.cli.diff_lines import diff_lines
from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.grants import Grant
from architect.domain.verdict import Answer, Choice, Confirmation, Subject

_CHOICES = {"y": Choice.ONCE, "n": Choice.DENY, "r": Choice.RUN, "a": Choice.STOP}
_KEPT = {"p": Choice.PROJECT, "e": Choice.ALWAYS}
_SCOPES = {Choice.PROJECT: "in this project", Choice.ALWAYS: "in every project"}
_CLOSED = Answer(Choice.DENY, "the terminal was closed")


class TerminalApprover:
    """Asks on standard error and reads the answer from standard input, which is a terminal."""

    def __init__(self, printer: Printer) -> None:
        self._out = printer

    async def confirm(self, question: Confirmation) -> Answer:
        _forget_what_was_typed()
        self._out.line(escape_controls(f"? {question.title}"), "title")
        if question.preview is not None:
            self._preview(question.preview.text, question.preview.cwd)
        self._out.line(
            escape_controls(f"  ({question.reason}; r allows {question.grant!r} for this run)")
        )
        if question.offers:
            self._out.line("  (p or e: always allow in this project or in every project)")
        while True:
            self._out.piece("  yes, no, rest of the run, abort [y/n/r/a]: ")
            line = await _line_from_terminal()
            if not line:
                return _CLOSED
            key = line.strip().lower()[:1]
            if choice := _CHOICES.get(key):
                return Answer(choice)
            # Nothing lasting by a slip: this has to be the whole answer.
            kept = _KEPT.get(line.strip().lower())
            if kept and question.offers and (answer := await self._grant(kept, question.offers)):
                return answer

    async def _grant(self, choice: Choice, offers: Sequence[Grant]) -> Answer | None:
        """The answer that keeps one of `offers`; None if the person thinks better of it."""
        self._out.line(f"  always allow {_SCOPES[choice]}:", "title")
        for number, offer in enumerate(offers, 1):
            self._out.line(escape_controls(f"    {number}  {offer}"))
        numbers = "/".join(str(number) for number in range(1, len(offers) + 1))
        self._out.piece(f"  number, or n for none [{numbers}/n]: ")
        line = await _line_from_terminal()
        if not line:
            return _CLOSED
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(offers):
            return Answer(choice, grant=offers[int(number) - 1])
        return None

    def _preview(self, text: str, cwd: str) -> None:
        if cwd:
            self._out.line(escape_controls(f"  in {in_one_line(cwd)}:"), "dim")
        for line, style in diff_lines(text):
            self._out.line(escape_controls(f"  {line}"), style)


class NobodyToAsk:
    """Denies: without a terminal a run never waits for input."""

    async def confirm(self, question: Confirmation) -> Answer:
        if question.subject is Subject.SENSITIVE_FILE:
            return Answer(
                Choice.DENY, "access requires confirmation, and there is no terminal to ask on"
            )
        if question.subject is Subject.EXECUTABLE_CONFIG:
            return Answer(
                Choice.DENY, "changing it requires confirmation, and there is no terminal to ask on"
            )
        if question.subject is Subject.EGRESS:
            return Answer(
                Choice.DENY, "it requires confirmation, and there is no terminal to ask on"
            )
        return Answer(
            Choice.DENY,
            "it requires confirmation, and there is no terminal to ask on; "
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
