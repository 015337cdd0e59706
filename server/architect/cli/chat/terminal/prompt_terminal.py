"""A conversation above an input that is always there, drawn by prompt_toolkit."""

import asyncio
import contextlib
import os
import signal
import sys
import termios
from collections.abc import Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.history import History
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from architect.cli.chat.chat_terminal import Listener
from architect.cli.chat.own_command import OWN_COMMAND, is_own_command
from architect.cli.chat.returned import Returned
from architect.cli.chat.terminal.input_keys import input_keys
from architect.cli.chat.terminal.input_layout import InputView, input_layout
from architect.cli.chat.terminal.rows_above import RowsAbove
from architect.cli.chat.terminal.stopwatch import Stopwatch
from architect.cli.markdown.fragments import Fragment, coloured, wrapped_fragments
from architect.cli.printer import Printer
from architect.domain.escape_controls import escape_controls
from architect.l10n import english, shown, t

_INPUT, _OUTPUT = 0, 1
_ACTIVITY_ROWS = 4
_WORKING = english("working")
_AGAIN = english("Ctrl+C again ends the session")
_ESCAPE_S = 0.4
"""How long a single Esc waits for what would make it the beginning of another key."""


class PromptTerminal:
    """What is said scrolls up; input, completions and status stay below it."""

    reply_name = ""

    def __init__(self, completer: Completer, history: History, *, colours: bool) -> None:
        self._colours = colours
        self._view = InputView()
        self._activity = ("", False)
        """What goes on, and whether it is the end of a reply."""
        self._stopwatch = Stopwatch(self._show_activity)
        self._answer: asyncio.Future[str] | None = None
        self._listener: Listener | None = None
        self._has_stopped = False
        self._ends = False
        self._given_back = ""
        """What came back into the input and was not touched since."""
        self._is_typed = True
        """Whether nothing that stands in the input was put there."""
        self._returned = Returned()
        """What comes into the input behind that which stands there."""
        self.buffer = Buffer(
            completer=completer,
            history=history,
            multiline=True,
            complete_while_typing=True,
            on_text_changed=lambda _: self._typed(),
        )
        self._app: Application[None] = Application(
            layout=input_layout(self.buffer, self._view),
            key_bindings=input_keys(self),
            output=Vt100_Output(sys.stdout, _size, term=os.environ.get("TERM"), enable_cpr=False),
            color_depth=None if colours else ColorDepth.DEPTH_1_BIT,
            erase_when_done=True,
            mouse_support=False,
        )
        self._rows = RowsAbove(self._app)
        self._app.ttimeoutlen = self._app.timeoutlen = _ESCAPE_S

    @property
    def draws_anew(self) -> bool:
        return True

    @property
    def width(self) -> int:
        return self._app.output.get_size().columns or 80

    def rows(self, rows: Sequence[Sequence[Fragment]]) -> None:
        self._rows.add([coloured(row, colours=self._colours) for row in rows])

    async def drained(self) -> None:
        await self._rows.drained()

    def activity(self, text: str, *, is_reply: bool = False, is_timed: bool = False) -> None:
        text = text or (shown(_WORKING) if self._view.works else "")
        self._activity = (text.replace("\t", "    "), is_reply)
        if is_timed:
            self._stopwatch.runs(text)
        else:
            self._stopwatch.stop()
        self._show_activity()

    def _show_activity(self) -> None:
        text, is_reply = self._activity
        mark: list[Fragment] = [] if is_reply or not text else [("... ", "dim")]
        timed = f"{text}{self._stopwatch.words}"
        line: list[Fragment] = [*mark, (timed, "plain" if is_reply else "dim")]
        rows = list(wrapped_fragments(line, self.width))[-_ACTIVITY_ROWS:]
        self._view.activity = "\n".join("".join(text for text, _ in row) for row in rows)
        self._app.invalidate()

    def echo(self, text: str) -> None:
        first, *more = escape_controls(text).split("\n")
        rows: list[list[Fragment]] = [[("> ", "dim"), (first, "strong")]]
        for line in more:
            rows.append([("  ", "plain"), (line, "strong")])
        self.rows(
            [each for row in rows for each in wrapped_fragments(row, self.width, margin="  ")]
        )

    def status(self, text: str) -> None:
        self._view.status = text
        self._app.invalidate()

    def queued(self, messages: Sequence[str], *, can_hurry: bool) -> None:
        self._view.queued, self._view.can_hurry = tuple(messages), can_hurry
        self._app.invalidate()

    def working(self, works: bool) -> None:
        self._view.works = works
        if not works and self._view.note:
            self._view.note = shown(_AGAIN) if self._has_stopped else ""
        self.activity("")

    def give_back(self, lines: Sequence[str]) -> None:
        """Before what is being typed, unless that is a command; Ctrl+C twice still ends all."""
        has_stopped, note = self._has_stopped, self._view.note
        typed = self.buffer.text
        is_begun_command = typed.startswith(("/", OWN_COMMAND)) and typed != self._given_back
        self._given_back = ""
        if typed and not is_begun_command:
            self._returned.put_first(typed)
        self._returned.put_all_first(lines)
        if not is_begun_command:
            self._go_back()
        self._show_returned()
        self._has_stopped, self._view.note = has_stopped, note

    def drafts(self) -> Sequence[str]:
        typed = "" if self._view.answers else self.buffer.text
        return [each for each in (typed, *self._returned.parts) if each.strip()]

    def forget(self) -> None:
        """A line that was begun is a message, and stays one; see `line`."""
        if not self.buffer.text:
            with contextlib.suppress(termios.error):
                termios.tcflush(_INPUT, termios.TCIFLUSH)

    async def line(self, prompt: str, out: Printer) -> str:
        answer = self._answer = asyncio.get_running_loop().create_future()
        self._view.question = prompt.strip()
        self._view.answers = not self.buffer.text and not self._app.layout.is_searching
        self._app.invalidate()
        try:
            line = await answer
        finally:
            self._answer = None
            self._view.question, self._view.answers = "", False
            self._app.invalidate()
        out.prose(f"{prompt}{escape_controls(line.strip())}", "dim")
        return line

    async def serve(self, listener: Listener) -> None:
        self._listener = listener
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.leave)
        try:
            if not self._ends:
                with self._app.input.raw_mode():  # from the first row on, Enter is no line feed
                    # tmux keeps what is drawn in its first row and erased again
                    self._rows.write_all()
                    await self._app.run_async()
        finally:
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.remove_signal_handler(number)
            self._view.works = False
            await self._rows.drained()
            self._rows.at_once = True  # nothing is drawn below what is said from now on

    def leave(self) -> None:
        self._ends = True
        if self.buffer.text and not self._view.answers:
            self.buffer.append_to_history()
        if self._answer is not None and not self._answer.done():
            self._answer.set_result("")
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def enter(self) -> None:
        """The line is complete: an answer, a message, or one that goes on behind a backslash."""
        text = self.buffer.text
        self._has_stopped = False
        if self._view.answers:
            self.buffer.reset()
            self._give_answer(text + "\n")
        elif self.buffer.document.current_line_before_cursor.endswith("\\"):
            if not is_own_command(text):  # there it means the same to the shell
                self.buffer.delete_before_cursor()
            self.buffer.insert_text("\n")
        elif text.strip():
            is_typed = self._is_typed and not self._app.key_processor.input_queue
            self.buffer.append_to_history()
            self.buffer.reset()
            self._typed()
            if self._listener is not None:
                self._listener.said(text, is_typed=is_typed)
        elif self._view.can_hurry and self._listener is not None:
            self._listener.hurry()

    def withdraw(self) -> None:
        if self._listener is not None:
            self._listener.withdraw()

    @property
    def has_queued(self) -> bool:
        return bool(self._view.queued) and not self.buffer.text and not self._view.answers

    def interrupt(self, *, is_key_for_stop: bool) -> None:
        """Ctrl+C, or Esc, which is `is_key_for_stop` alone and never ends the session."""
        if self._has_stopped and not is_key_for_stop:
            self.leave()
            return
        self._has_stopped = not is_key_for_stop
        stops = self._listener is not None and self._listener.stop()
        if stops:
            self._view.note = (
                t("stopping") if is_key_for_stop else t("stopping; Ctrl+C again ends the session")
            )
        elif not is_key_for_stop:
            if self.buffer.text:
                self._clear()
                self._has_stopped = True
            self._view.note = shown(_AGAIN)
        self._app.invalidate()

    def _put(self, text: str) -> None:
        self._is_typed = False
        self.buffer.text = text
        self.buffer.cursor_position = len(text)

    def _step_aside(self) -> None:
        """A command behind what came back is one of its own; that comes back again behind it."""
        text, back = self.buffer.text, self._given_back
        if back and text == f"{back}/":
            self._given_back = ""
            self._returned.put_first(back)
            self._put("/")
        elif not text and self._returned:
            self._go_back()
        elif text != back:
            self._given_back = ""
        self._show_returned()

    def _go_back(self) -> None:
        """Put the first of what came back into the input."""
        text = self._returned.take_first()
        self._put(text)
        self._given_back = text

    def _show_returned(self) -> None:
        self._view.returned = self._returned.parts
        self._app.invalidate()

    def _clear(self) -> None:
        """Empty the input, and what would come into it; all that was there is in the history."""
        for text in reversed(self._returned.parts):
            self.buffer.history.append_string(text)
        self._returned.clear()
        self.buffer.append_to_history()
        self.buffer.reset()
        self._typed()

    def _typed(self) -> None:
        self._is_typed = self._is_typed or not self.buffer.text
        self._step_aside()
        self._has_stopped = False
        self._view.note = ""
        if self._view.question and not self.buffer.text:
            self._view.answers = True

    def _give_answer(self, line: str) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(line)


def _size() -> Size:
    try:
        columns, rows = os.get_terminal_size(_OUTPUT)
    except OSError:
        columns, rows = 0, 0
    return Size(rows=rows or 24, columns=columns or 80)
