"""Confirmation on a terminal."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence

from architect.cli.answer_reader import AnswerReader
from architect.cli.answers import (
    granted,
    help_lines,
    prompt_of,
    typed_choice,
    wants_to_say_why,
)
from architect.cli.diff_lines import diff_lines
from architect.cli.held_printer import HeldPrinter
from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.grants import Grant
from architect.domain.verdict import (
    Answer,
    Choice,
    Confirmation,
    Preview,
    Subject,
    denied_because,
)
from architect.l10n import english, shown, t

_SCOPES = {
    Choice.PROJECT: english("  always allow in this project:"),
    Choice.ALWAYS: english("  always allow in every project:"),
}
_CLOSED = Answer(Choice.DENY, english("the terminal was closed"))


class TerminalApprover:
    """Asks on a printer, which nobody else uses meanwhile, and has the answers read.

    `asked` are the titles of the questions so far.
    """

    def __init__(self, printer: HeldPrinter, reader: AnswerReader) -> None:
        self._printer = printer
        self._reader = reader
        self.asked: set[str] = set()
        self._turn = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncGenerator[tuple[Printer, AnswerReader]]:
        """The printer and the reader for one question, when those before it are answered."""
        async with self._turn:
            with self._printer.held() as out:
                try:
                    yield out, self._reader
                except asyncio.CancelledError:
                    out.line("")  # what follows does not belong behind the question
                    raise

    async def confirm(self, question: Confirmation) -> Answer:
        self.asked.add(question.title)
        async with self.turn() as (out, _):
            return await self._ask(question, out)

    async def _ask(self, question: Confirmation, out: Printer) -> Answer:
        if question.subject is Subject.QUESTION:
            return await self._words(question, out)
        _show(question, out)
        self._reader.forget()
        while True:
            line = await self._reader.line(f"  {prompt_of(question.choices)}", out)
            if not line:
                return _CLOSED
            if wants_to_say_why(line):
                return denied_because(await self._why(out))
            answer = typed_choice(line, question.choices)
            if answer is None:
                for each in help_lines(question):
                    out.prose(escape_controls(f"    {each}"))
            elif answer.choice not in _SCOPES:
                return answer
            elif kept := await self._grant(answer.choice, question.offers, out):
                return kept

    async def _why(self, out: Printer) -> str:
        """What the person says about a no, in a line of its own; nothing is enough."""
        return (await self._reader.line(t("  why, for the agent: "), out)).strip()

    async def _words(self, question: Confirmation, out: Printer) -> Answer:
        """What the person types to a question of the model: a number of its answers, or words."""
        # What follows in further lines is no line of ours.
        asked = question.title.replace("\n", "\n    ")
        out.prose(escape_controls(t("? The agent asks: {question}", question=asked)), "title")
        for number, each in enumerate(question.answers, 1):
            out.prose(escape_controls(f"    {number}  {each}"))
        prompt = (
            t("  a number, or your words (nothing: the agent decides, /stop: the run ends): ")
            if question.answers
            else t("  your words (nothing: the agent decides, /stop: the run ends): ")
        )
        self._reader.forget()
        line = await self._reader.line(prompt, out)
        said = line.strip()
        if not line:
            return _CLOSED
        if said == "/stop":
            return Answer(Choice.STOP)
        if said.isdecimal() and 1 <= int(said) <= len(question.answers):
            return Answer(Choice.ONCE, question.answers[int(said) - 1])
        return Answer(Choice.ONCE, said) if said else Answer(Choice.DENY)

    async def _grant(self, choice: Choice, offers: Sequence[Grant], out: Printer) -> Answer | None:
        """The answer that keeps one of `offers`; None if the person thinks better of it."""
        out.line(shown(_SCOPES[choice]), "title")
        for number, offer in enumerate(offers, 1):
            out.line(escape_controls(f"    {number}  {shown(str(offer))}"))
        numbers = "/".join(str(number) for number in range(1, len(offers) + 1))
        line = await self._reader.line(
            t("  number, or n for none [{numbers}/n]: ", numbers=numbers), out
        )
        if not line:
            return _CLOSED
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(offers):
            return Answer(choice, grant=offers[int(number) - 1])
        return None


def _show(question: Confirmation, out: Printer) -> None:
    """The question: what would be done, once, and why it is asked about."""
    preview = question.preview or Preview("", "")
    where = (
        t(" (in {folder})", folder=in_one_line(preview.cwd)) if preview.cwd not in ("", ".") else ""
    )
    is_command = preview.kind == "command"
    title = (
        t("Run this command?") if is_command and not question.says_all else shown(question.title)
    )
    out.line(escape_controls(f"? {title}{where}"), "title")
    if is_command and not question.says_all:
        out.line(escape_controls("  " + preview.text.replace("\n", "\n  ")))
    elif preview.text and not question.says_all:
        for line, style in diff_lines(preview.text):
            out.code(escape_controls(f"  {line}"), style, column=3)
    notes = [shown(question.reason)]
    if Choice.RUN in question.choices and not (is_command and question.grant == preview.text):
        notes.append(t("r allows {what} for this run", what=granted(question)))
    out.prose(escape_controls(f"  ({'; '.join(notes)})"))


class NobodyToAsk:
    """Denies: without a terminal a run never waits for input."""

    async def confirm(self, question: Confirmation) -> Answer:
        if question.subject is Subject.SENSITIVE_FILE:
            return Answer(
                Choice.DENY,
                english("access requires confirmation, and there is no terminal to ask on"),
            )
        if question.subject is Subject.EXECUTABLE_CONFIG:
            return Answer(
                Choice.DENY,
                english("changing it requires confirmation, and there is no terminal to ask on"),
            )
        if question.subject is Subject.EGRESS or question.in_every_mode:
            return Answer(
                Choice.DENY, english("it requires confirmation, and there is no terminal to ask on")
            )
        is_edit = question.preview is not None and question.preview.kind == "patch"
        mode = "edit" if is_edit else "yolo"
        return Answer(
            Choice.DENY,
            english(
                "it requires confirmation, and there is no terminal to ask on; use --mode "
                "{mode} or --dry-run",
                mode=mode,
            ),
        )
