"""Confirmation on a terminal."""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, Sequence

from architect.cli.answers import granted, help_lines, prompt_of, typed_choice
from architect.cli.diff_lines import diff_lines
from architect.cli.held_printer import HeldPrinter
from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.grants import Grant
from architect.domain.verdict import Answer, Choice, Confirmation, Preview, Subject

_SCOPES = {Choice.PROJECT: "in this project", Choice.ALWAYS: "in every project"}
_CLOSED = Answer(Choice.DENY, "the terminal was closed")


class TerminalApprover:
    """Asks on a printer, which nobody else uses meanwhile, and reads answers from a terminal.

    `asked` are the titles of the questions so far.
    """

    def __init__(self, printer: HeldPrinter, terminal: int) -> None:
        """`terminal` is the descriptor to read from."""
        self._printer = printer
        self._terminal = terminal
        self.asked: set[str] = set()
        self._turn = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncGenerator[tuple[Printer, int]]:
        """The printer and the terminal for one question, when those before it are answered."""
        async with self._turn:
            with self._printer.held() as out:
                try:
                    yield out, self._terminal
                except asyncio.CancelledError:
                    out.line("")  # what follows does not belong behind the question
                    raise

    async def confirm(self, question: Confirmation) -> Answer:
        self.asked.add(question.title)
        async with self.turn() as (out, _):
            return await self._ask(question, out)

    async def _ask(self, question: Confirmation, out: Printer) -> Answer:
        forget_what_was_typed(self._terminal)
        if question.subject is Subject.QUESTION:
            return await self._words(question, out)
        _show(question, out)
        while True:
            out.piece(f"  {prompt_of(question.choices)}")
            line = await line_from(self._terminal)
            if not line:
                out.line("")
                return _CLOSED
            answer = typed_choice(line, question.choices)
            if answer is None:
                for each in help_lines(question):
                    out.prose(escape_controls(f"    {each}"))
            elif answer.choice not in _SCOPES:
                return answer
            elif kept := await self._grant(answer.choice, question.offers, out):
                return kept

    async def _words(self, question: Confirmation, out: Printer) -> Answer:
        """What the person types to a question of the model: a number of its answers, or words."""
        out.prose(escape_controls(f"? {question.title}"), "title")
        for number, each in enumerate(question.answers, 1):
            out.prose(escape_controls(f"    {number}  {each}"))
        number_or = "a number, or " if question.answers else ""
        out.piece(f"  {number_or}your words (nothing: the agent decides, /stop: the run ends): ")
        line = await line_from(self._terminal)
        said = line.strip()
        if not line:
            out.line("")
            return _CLOSED
        if said == "/stop":
            return Answer(Choice.STOP)
        if said.isdecimal() and 1 <= int(said) <= len(question.answers):
            return Answer(Choice.ONCE, question.answers[int(said) - 1])
        return Answer(Choice.ONCE, said) if said else Answer(Choice.DENY)

    async def _grant(self, choice: Choice, offers: Sequence[Grant], out: Printer) -> Answer | None:
        """The answer that keeps one of `offers`; None if the person thinks better of it."""
        out.line(f"  always allow {_SCOPES[choice]}:", "title")
        for number, offer in enumerate(offers, 1):
            out.line(escape_controls(f"    {number}  {offer}"))
        numbers = "/".join(str(number) for number in range(1, len(offers) + 1))
        out.piece(f"  number, or n for none [{numbers}/n]: ")
        line = await line_from(self._terminal)
        if not line:
            out.line("")
            return _CLOSED
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(offers):
            return Answer(choice, grant=offers[int(number) - 1])
        return None


def _show(question: Confirmation, out: Printer) -> None:
    """The question: what would be done, once, and why it is asked about."""
    preview = question.preview or Preview("", "")
    where = f" (in {in_one_line(preview.cwd)})" if preview.cwd not in ("", ".") else ""
    says_all = question.title == f"{question.tool} {preview.text}"
    is_command = preview.kind == "command"
    title = question.tool if is_command and not says_all else question.title
    out.line(escape_controls(f"? {title}{where}"), "title")
    if preview.text and not says_all:
        for line, style in diff_lines(preview.text):
            out.line(escape_controls(f"  {line}"), style)
    notes = [question.reason]
    if Choice.RUN in question.choices and not (is_command and question.grant == preview.text):
        notes.append(f"r allows {granted(question)} for this run")
    out.prose(escape_controls(f"  ({'; '.join(notes)})"))


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
        if question.subject is Subject.EGRESS or question.in_every_mode:
            return Answer(
                Choice.DENY, "it requires confirmation, and there is no terminal to ask on"
            )
        return Answer(
            Choice.DENY,
            "it requires confirmation, and there is no terminal to ask on; "
            "use --mode yolo or --dry-run",
        )


def forget_what_was_typed(terminal: int) -> None:
    """Whatever was typed before the question was seen is no answer to it."""
    import termios

    with contextlib.suppress(termios.error):
        termios.tcflush(terminal, termios.TCIFLUSH)


async def line_from(terminal: int) -> str:
    """The next line typed; empty at the end of input. Cancelling it leaves no thread behind."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def read() -> None:
        if not answer.done():
            answer.set_result(os.read(terminal, 4096).decode("utf-8", "replace"))

    loop.add_reader(terminal, read)
    try:
        return await answer
    finally:
        loop.remove_reader(terminal)
