"""A program on a terminal, whose screen is kept whenever it has come to rest."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pyte

PATIENCE_S = 60.0
_AT_REST_S = 0.2
"""Without output for so long, what is on the screen is worth a look."""

_MOVING = re.compile(r"[\d\u2800-\u28ff]+")
"""Clocks, counters and spinners: pictures that differ in them alone are one."""

_AS_USUAL = "default"
INK, PAPER = "ink", "paper"
"""The usual colours, which are the other way round where a program reverses them."""


class Piece(NamedTuple):
    """Characters of a row that look alike; colours are names or six hexadecimal digits."""

    column: int
    text: str
    ink: str
    paper: str
    bold: bool


Row = tuple[Piece, ...]


class Picture(NamedTuple):
    """The screen at one time, and for how long it is shown."""

    rows: tuple[Row, ...]
    seconds: float

    @property
    def text(self) -> str:
        return "\n".join("".join(piece.text for piece in row) for row in self.rows)


_ASKED = re.compile(rb"\x1bP[^\x1b]*\x1b\\")
_ASKED_IN_PART = re.compile(rb"\x1b(?:P[^\x1b]*\x1b?)?\Z")


class Terminal:
    """The terminal of a running program, and the pictures that were taken of it."""

    def __init__(self, ours: int, columns: int, rows: int) -> None:
        self._ours = ours
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._held = b""
        self.pictures: list[Picture] = []

    def until(self, text: str) -> None:
        """Read until the screen shows `text` and has come to rest."""
        deadline = time.monotonic() + PATIENCE_S
        while self._read(_AT_REST_S) or text not in "\n".join(self._screen.display):
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited in vain for {text!r}:\n{self.pictures[-1].text}")
            self._look()
        self._look()

    def rest(self, seconds: float) -> None:
        """Read for so long, for what shows by colours alone."""
        deadline = time.monotonic() + seconds
        while (left_s := deadline - time.monotonic()) > 0:
            self._read(min(left_s, _AT_REST_S))
            self._look()

    def press(self, keys: str, *, after_s: float = 2.0) -> None:
        """Type; the picture before that is shown for so long."""
        self._look()
        self.pictures[-1] = self.pictures[-1]._replace(seconds=after_s)
        os.write(self._ours, keys.encode())

    def finish(self) -> None:
        """Read until the program has ended."""
        while self._read(PATIENCE_S):
            pass
        self._look()

    def _read(self, seconds: float) -> bool:
        """Whether there was output within `seconds`."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            output = os.read(self._ours, 1 << 16)
        except OSError:  # what Linux says once nobody has the other end open
            return False
        self._draw(output)
        return bool(output)

    def _draw(self, output: bytes) -> None:
        """Leave out what the program asks the terminal (DCS), which pyte would draw as text."""
        told = _ASKED.sub(b"", self._held + output)
        cut = _ASKED_IN_PART.search(told)
        self._held = told[cut.start() :] if cut else b""
        self._stream.feed(told[: len(told) - len(self._held)])

    def _look(self) -> None:
        picture = Picture(tuple(self._row(each) for each in range(self._screen.lines)), 0.8)
        if self.pictures and _still(picture) == _still(self.pictures[-1]):
            self.pictures[-1] = picture
        else:
            self.pictures.append(picture)

    def _row(self, number: int) -> Row:
        line = self._screen.buffer[number]
        pieces: list[Piece] = []
        for column in range(self._screen.columns):
            char = line[column]
            ink, paper = (INK if char.fg == _AS_USUAL else char.fg), char.bg
            paper = PAPER if paper == _AS_USUAL else paper
            ink, paper = (paper, ink) if char.reverse else (ink, paper)
            looks = (ink, paper, bool(char.bold))
            if pieces and pieces[-1][2:] == looks:
                pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + char.data)
            else:
                pieces.append(Piece(column, char.data, *looks))
        return tuple(each for each in pieces if each.text.strip() or each.paper != PAPER)


def _still(picture: Picture) -> str:
    return _MOVING.sub("0", picture.text)


@contextmanager
def terminal(
    command: Sequence[str], *, cwd: Path, environment: Mapping[str, str], columns: int, rows: int
) -> Generator[Terminal]:
    """`command` on a terminal of that size; it is ended behind the block."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        command, cwd=cwd, env=environment, stdin=its, stdout=its, stderr=its, start_new_session=True
    )
    os.close(its)
    try:
        yield Terminal(ours, columns, rows)
    finally:
        os.close(ours)  # hangs up, which ends what is there
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE_S)
