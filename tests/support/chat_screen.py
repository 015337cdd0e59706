"""A conversation on a terminal, looked at as a person would."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from subprocess import Popen

import pyte
from tests.support.command import Project

PATIENCE_S = 60.0
ENTER, ESCAPE, CTRL_C, CTRL_D, TAB = "\r", "\x1b", "\x03", "\x04", "\t"
NEW_LINE = "\x1b\r"
"""Alt+Enter."""


class ChatScreen:
    """What the terminal shows now, and all that it has shown."""

    def __init__(self, terminal: int, process: "Popen[bytes]", columns: int, rows: int) -> None:
        self._terminal, self.process = terminal, process
        self._screen = pyte.HistoryScreen(columns, rows, history=20_000, ratio=0.5)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""

    @property
    def lines(self) -> list[str]:
        """The rows that are to be seen."""
        return [row.rstrip() for row in self._screen.display]

    @property
    def text(self) -> str:
        """Those that have scrolled up, and those that are to be seen."""
        gone = [
            "".join(row[column].data for column in range(self._screen.columns)).rstrip()
            for row in self._screen.history.top
        ]
        return "\n".join([*gone, *self.lines])

    @property
    def words(self) -> str:
        """The same with rows joined, however they were broken."""
        return " ".join(self.text.split())

    def until(self, holds: Callable[["ChatScreen"], bool], what: str) -> None:
        """Look until it `holds`."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds(self):
            left_s = deadline - time.monotonic()
            ready, _, _ = select.select([self._terminal], [], [], max(0.0, left_s))
            if not ready or left_s < 0:  # it may be drawn again without end
                raise TimeoutError(f"waited in vain for {what}; the terminal shows:\n{self.text}")
            if not self._take():
                raise EOFError(f"ended before {what}; the terminal shows:\n{self.text}")

    def shows(self, text: str, *, times: int = 1) -> None:
        """Wait until `text` stands there, however it is broken, that often."""
        self.until(lambda screen: screen.words.count(text) >= times, repr(text))

    def asks(self) -> None:
        """Wait for the prompt of a question below all else."""
        self.until(lambda screen: any("/a/?]:" in line for line in screen.lines), "a question")

    def asks_about(self, text: str) -> None:
        """Wait for a question whose text is above its prompt."""

        def is_asked(screen: "ChatScreen") -> bool:
            *above, prompt = screen.words.rpartition("/a/?]:")
            return bool(prompt) and text in above[0].rpartition(" ? ")[2]

        self.until(is_asked, f"a question about {text!r}")

    def has_typed(self, text: str) -> None:
        """Wait until `text` is what stands in the input."""

        def stands(screen: "ChatScreen") -> bool:
            inputs = [line for line in screen.lines if line.startswith(">")]
            return bool(inputs) and inputs[-1] == f"> {text}".rstrip()

        self.until(stands, f"{text!r} in the input")

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def say(self, text: str) -> None:
        self.type(text + ENTER)

    def paste(self, text: str) -> None:
        """As a terminal pastes into a program that knows of it."""
        self.type(f"\x1b[200~{text}\x1b[201~")

    def interrupt(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and self._take():
            pass
        return self.process.wait(PATIENCE_S)

    def _take(self) -> bool:
        try:
            piece = os.read(self._terminal, 1 << 16)
        except OSError:  # what Linux says once nobody has the other end open
            return False
        self.raw += piece
        self._stream.feed(piece)
        return bool(piece)


@contextmanager
def chat_screen(
    project: Project,
    *flags: str,
    environment: Mapping[str, str] | None = None,
    columns: int = 80,
    rows: int = 30,
    command: tuple[str, ...] = ("chat",),
) -> Generator[ChatScreen]:
    """`architect chat` in `project`, ended at the latest when the block is left."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    settings = {"TERM": "xterm-256color", **(environment or {})}
    with project.start(
        *command, *flags, environment=settings, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        try:
            yield ChatScreen(ours, process, columns, rows)
        finally:
            process.kill()
            os.close(ours)
    project.check_for_bugs("")
