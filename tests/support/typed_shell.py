"""bash on a terminal, and a person who types commands and answers what they ask."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

_PROMPT = re.compile(r"\x1e(\d+)\x1e")
"""What bash shows once it is ready, with how the last command ended."""
_STEERING = re.compile(
    r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[=>]|\r|\x07"
)
_LOOKS_AT = 500
"""Characters in which a question or the prompt ends."""
_WHERE = b"\x1b[6n"
"""Asks the terminal for the place of the cursor."""


@dataclass(frozen=True)
class Typed:
    """How a command ended, and all that the terminal got meanwhile, as text."""

    code: int
    shown: str


@dataclass(frozen=True)
class Answer:
    """What is `typed` when the end of the output looks like the `question`.

    Some programs draw their prompt again when they end: they are answered `once` a command.
    """

    question: str
    typed: str
    once: bool = False


@dataclass
class TypedShell:
    """A shell whose programs are answered by `answers`."""

    terminal: int
    answers: Sequence[Answer]
    _given: set[str] = field(default_factory=set[str], init=False)
    _pieces: list[str] = field(default_factory=list[str], init=False)
    _end: str = field(default="", init=False)
    """What came last and was not answered: a program may draw a bar a thousand times."""

    def run(self, command: str, *, patience_s: float) -> Typed:
        """Type a line, and answer until bash is ready again."""
        self._given.clear()
        os.write(self.terminal, command.encode() + b"\n")
        return self.ready(command, patience_s=patience_s)

    def ready(self, after: str, *, patience_s: float) -> Typed:
        """Wait for the prompt `after` something, and answer until it is there."""
        deadline = time.monotonic() + patience_s
        while not (ready := _PROMPT.search(self._end)):
            if not self._take(deadline):
                raise TimeoutError(f"{after}\nstill runs, or ended bash:\n{self._shown()}")
            self._answer()
        self._end = ""
        return Typed(int(ready[1]), self._shown())

    def _take(self, deadline: float) -> bool:
        left_s = max(0.0, deadline - time.monotonic())
        if not select.select([self.terminal], [], [], left_s)[0]:
            return False
        try:
            piece = os.read(self.terminal, 1 << 16)
        except OSError:  # what Linux says once nobody has the other end open
            return False
        if _WHERE in piece:
            os.write(self.terminal, b"\x1b[1;1R")
        self._pieces.append(piece.decode(errors="replace"))
        self._end = (self._end + self._pieces[-1])[-_LOOKS_AT:]
        return True

    def _answer(self) -> None:
        plain = _STEERING.sub("", self._end)
        for answer in self.answers:
            used = answer.once and answer.question in self._given
            if not used and re.search(answer.question, plain, re.MULTILINE):
                os.write(self.terminal, answer.typed.encode())
                self._given.add(answer.question)
                self._end = ""
                return

    def _shown(self) -> str:
        shown = "".join(self._pieces)
        self._pieces.clear()
        return _STEERING.sub("", _PROMPT.sub("", shown))


@contextmanager
def typed_shell(
    folder: Path, environment: Mapping[str, str], answers: Sequence[Answer]
) -> Generator[TypedShell]:
    """A bash in `folder`, ended with all that it has started when the block is left."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    own = {"TERM": "xterm-256color", "PS1": "\x1e$?\x1e", "PS2": "", "HISTFILE": ""}
    command = ["bash", "--noprofile", "--norc", "--noediting", "-i"]
    process = Popen(
        command,
        cwd=folder,
        env={**environment, **own},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=_owns_the_terminal,
    )
    os.close(theirs)
    shell = TypedShell(ours, answers)
    try:
        shell.ready("the start of bash", patience_s=60)
        shell.run("stty -echo", patience_s=60)
        yield shell
    finally:
        os.close(ours)  # what runs there is hung up on
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _owns_the_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
