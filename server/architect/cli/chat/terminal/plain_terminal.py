"""A conversation in lines alone: nothing is drawn anew, and all that it says is words.

For screen readers, and for terminals that can do no more.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence

from architect.cli.chat.chat_terminal import Listener
from architect.cli.chat.own_command import is_own_command
from architect.cli.chat.returned import Returned
from architect.cli.chat.slash.slash_commands import is_command
from architect.cli.chat.terminal.typed_so_far import is_more_typed, typed_so_far
from architect.cli.chat.terminal_output import write_all
from architect.cli.markdown.fragments import Fragment
from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls
from architect.l10n import t

_USUAL = 80
_INPUT, _OUTPUT = 0, 1
_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


class PlainTerminal:
    """Reads lines as the terminal itself edits them; a backslash at the end goes on in the next."""

    reply_name = "architect:"

    def __init__(self) -> None:
        self._ended = asyncio.Event()
        self._status: str = ""
        self._told: str = ""
        self._doing: str = ""
        self._begun: list[str] = []
        self._answer: asyncio.Future[str] | None = None
        self._works = self._has_stopped = self._is_prompted = False
        self._unread = b""
        self._queued: Sequence[str] = ()
        self._kept = ""
        """The beginning of a line during which a question came."""
        self._returned = Returned()
        self._has_just_given_back = False
        self._listener: Listener | None = None

    @property
    def draws_anew(self) -> bool:
        return False

    @property
    def width(self) -> int:
        try:
            return os.get_terminal_size(_OUTPUT).columns or _USUAL
        except OSError:
            return _USUAL

    def rows(self, rows: Sequence[Sequence[Fragment]]) -> None:
        if self._is_prompted:
            self._is_prompted = False
            self._write("\n")
        self._write("".join("".join(text for text, _ in row) + "\n" for row in rows))

    async def drained(self) -> None:
        """They do: each is written when it is added."""

    def activity(self, text: str, *, is_reply: bool = False, is_timed: bool = False) -> None:
        if text and not is_reply and text != self._doing:
            self._doing = text
            self.rows([[(t("working: {text}", text=text), "dim")]])

    def echo(self, text: str) -> None:
        """It stands there already."""

    def status(self, text: str) -> None:
        self._status = text

    def queued(self, messages: Sequence[str], *, can_hurry: bool) -> None:
        before, self._queued = list(self._queued), messages
        for text in messages:
            if text in before:
                before.remove(text)
            else:
                self.rows([[(t("queued: {text}", text=escape_controls(text)), "dim")]])
                if can_hurry and not is_command(text):
                    self.rows([[(t("  /now sends it at once, /queue changes it"), "dim")]])

    def working(self, works: bool) -> None:
        self._works, self._doing = works, ""
        if not works:
            self.prompt()

    def give_back(self, lines: Sequence[str]) -> None:
        was_prompted = self._is_prompted
        self._returned.put_all_first(lines)
        self._has_just_given_back = True
        first, *more = self._returned.parts
        self._quote(t("Enter alone sends this, another message goes instead of it:"), first)
        for text in more:
            self._quote(t("and after that:"), text)
        if was_prompted:
            self.prompt()

    def _quote(self, about: str, text: str) -> None:
        self.rows([[(about, "warning")]])
        self.rows([[(f"  {line}", "plain")] for line in escape_controls(text).split("\n")])

    def drafts(self) -> Sequence[str]:
        return [each for each in (*self._returned.parts, self._kept) if each.strip()]

    def prompt(self) -> None:
        """Say that it is the turn of the person."""
        if self._status and self._status != self._told:
            self._told = self._status
            self.rows([[(t("status: {status}", status=escape_controls(self._status)), "dim")]])
        has_said_so, self._has_just_given_back = self._has_just_given_back, False
        if self._returned and not has_said_so:
            first, *more = escape_controls(self._returned.parts[0]).split("\n")
            line = f"{first} ..." if more else first
            self.rows([[(t("Enter alone sends: {line}", line=line), "dim")]])
        self._write(t("you: {text}", text=escape_controls(self._kept)))
        self._is_prompted = True

    def forget(self) -> None:
        """What was typed before is a message and never an answer; a line that was begun is kept."""
        *lines, begun = (self._unread + typed_so_far(_INPUT)).split(b"\n")
        self._unread = b""
        for line in lines:
            self._hear_message(line.decode("utf-8", "replace"))
        if begun:
            self._kept += begun.decode("utf-8", "replace")
            self._write("\n")
            note = t("kept for your next message: {text}", text=escape_controls(self._kept))
            self.rows([[(note, "dim")]])

    async def line(self, prompt: str, out: Printer) -> str:
        self._write(t("question: {prompt}", prompt=prompt.lstrip()))
        answer = self._answer = asyncio.get_running_loop().create_future()
        try:
            return await answer
        finally:
            self._answer = None

    async def serve(self, listener: Listener) -> None:
        self._listener = listener
        loop = asyncio.get_running_loop()
        loop.add_reader(_INPUT, self._read)
        loop.add_signal_handler(signal.SIGINT, self._interrupted, listener)
        for number in _SIGNALS:
            loop.add_signal_handler(number, self.leave)
        self.prompt()
        try:
            await self._ended.wait()
        finally:
            loop.remove_reader(_INPUT)
            for number in (signal.SIGINT, *_SIGNALS):
                loop.remove_signal_handler(number)
            self._write("\n")

    def leave(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result("")
        self._ended.set()

    def _interrupted(self, listener: Listener) -> None:
        if self._has_stopped:
            self.leave()
            return
        self._has_stopped, self._begun, self._kept = True, [], ""
        if listener.stop():
            self.rows([[(t("stopping; Ctrl+C again ends the session"), "warning")]])
        else:
            self.rows([[(t("Ctrl+C again ends the session"), "warning")]])
            self.prompt()

    def _read(self) -> None:
        try:
            piece = os.read(_INPUT, 1 << 16)
        except OSError:
            piece = b""
        if not piece:
            self.leave()
            return
        *lines, self._unread = (self._unread + piece).split(b"\n")
        for line in lines:
            self._heard(line.decode("utf-8", "replace"))

    def _heard(self, line: str) -> None:
        self._has_stopped = self._is_prompted = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(line + "\n")
        else:
            self._hear_message(line, is_typed=not (self._unread or is_more_typed(_INPUT)))

    def _hear_message(self, line: str, *, is_typed: bool = False) -> None:
        line, self._kept = self._kept + line, ""
        if line.endswith("\\"):
            of_shell = is_own_command((self._begun or [line])[0])
            self._begun.append(line if of_shell else line[:-1])
            return
        text = "\n".join([*self._begun, line])
        self._begun = []
        if not text.strip():
            text, is_typed = self._returned.take_first(), False
        elif not is_command(text):
            self._returned.clear()
        if text.strip() and self._listener is not None:
            self._listener.said(text, is_typed=is_typed)
        elif not self._works:
            self.prompt()

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            write_all(_OUTPUT, text)
