"""Commands that the person at the terminal runs, in their own shell and in the project's folder.

They are the person's: nobody asks about them, no sandbox is around them, and they inherit the
environment as it is. Each has a session of its own and an empty input, so that nothing in it can
read from the terminal; what it leaves in the background ends with it.
"""

import asyncio
import codecs
import os
import signal
import subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from architect.adapters.process.child_exit import exit_code_of
from architect.adapters.process.process_tree import GRACE_S, ProcessTree, start_tree
from architect.adapters.shell.output_capture import OutputCapture
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.run_request import TERMINAL, Attachment
from architect.domain.text.terminal_screen import TerminalScreen
from architect.frozen import frozen
from architect.l10n import english

Show = Callable[[Sequence[str], str], Awaitable[None]]
"""Is given lines that have ended, and the one that has not."""

_PIECE = 1 << 14
_HEAD_LINES, _TAIL_LINES = 50, 150
"""Of what it prints, for the model: about 10,000 tokens, as for a file that is mentioned."""

_LONGEST_LINE = 4_000
_MOST_NAME = 60
_FOR_EVER_S = float("inf")
_BOTH_AS_ONE = 'exec "$0" -c "$1" 2>&1'


@frozen
class Ran:
    """A command that is over; without an `exit_code` it was stopped."""

    command: str
    output: str
    exit_code: int | None
    lines: int
    """How many of those it printed are in `output`."""

    @property
    def has_failed(self) -> bool:
        return bool(self.exit_code)

    @property
    def name(self) -> str:
        """The command in one short line."""
        return short_name(self.command)

    @property
    def attachment(self) -> Attachment:
        """It and what it printed, as the model reads it."""
        end = "stopped by the user" if self.exit_code is None else f"exit code {self.exit_code}"
        output = self.output.rstrip("\n") or "(no output)"
        text = f"$ {self.command}\n{output}\n[{end}]"
        return Attachment(TERMINAL, f"$ {self.name}", text, lines=self.lines)


def short_name(command: str) -> str:
    """The command in one short line."""
    line = escape_controls(in_one_line(command))
    return line if len(line) <= _MOST_NAME else f"{line[:_MOST_NAME].rstrip()} ..."


class UsersShell:
    """Runs one command after the other in the folder `root`."""

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self._root, self._environment = root, environment
        self._stopping: asyncio.Event | None = None

    @property
    def is_running(self) -> bool:
        return self._stopping is not None

    def stop(self) -> bool:
        """Have the command be ended, as Ctrl+C does; False if none runs."""
        if self._stopping is None:
            return False
        self._stopping.set()
        return True

    async def run(self, command: str, show: Show) -> Ran:
        """Run `command` to its end, or until it is stopped.

        Raises:
            UserError: it cannot be started.
        """
        kept = OutputCapture(head_lines=_HEAD_LINES, tail_lines=_TAIL_LINES)
        child, tree = self._start(command)
        assert child.stdout is not None and child.stderr is not None, "both are pipes"
        child.stderr.close()  # both go into one, in the order in which they are written
        stopping = self._stopping = asyncio.Event()
        stopped = asyncio.create_task(stopping.wait())
        reading = asyncio.create_task(_read(child.stdout, kept, show))
        exiting = asyncio.create_task(exit_code_of(child, tree, timeout_s=_FOR_EVER_S))
        try:
            await _first_of(exiting, stopped)
            if not exiting.done():
                await _interrupt(child, exiting)
            await _end(tree)
            await _first_of(reading, stopped)
            if reading.done():
                reading.result()
        finally:
            self._stopping = None
            for task in (stopped, reading, exiting):
                task.cancel()
            await _end(tree)
            await asyncio.wait([stopped, reading, exiting])
        exit_code = None if stopping.is_set() else child.returncode
        return Ran(command, kept.text(), exit_code, kept.lines())

    def _start(self, command: str) -> tuple["subprocess.Popen[bytes]", ProcessTree]:
        shell = self._environment.get("SHELL", "")
        if not (Path(shell).is_absolute() and os.access(shell, os.X_OK)):
            shell = "/bin/sh"
        program = ("/bin/sh", "-c", _BOTH_AS_ONE, shell, command)
        try:
            return start_tree(program, cwd=self._root, environment=self._environment)
        except (OSError, ValueError) as error:
            raise UserError(
                english("the command could not be started: {error}", error=error)
            ) from error


async def _first_of(*tasks: "asyncio.Task[object]") -> None:
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


async def _interrupt(child: "subprocess.Popen[bytes]", exiting: "asyncio.Task[int | None]") -> None:
    """As Ctrl+C does; what takes no notice is ended shortly after."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGINT)
    await asyncio.wait([exiting], timeout=GRACE_S)


async def _end(tree: ProcessTree) -> None:
    if not tree.is_over():
        await asyncio.to_thread(tree.end)


async def _read(pipe: IO[bytes], kept: OutputCapture, show: Show) -> None:
    """Show what comes, line by line as a terminal would, as fast as it can be shown."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    screen = TerminalScreen(height=1)
    async for piece in _pieces(pipe):
        kept.feed(piece)
        screen.feed(decoder.decode(piece))
        ended = screen.take_ended()
        if len(screen.last_line) > _LONGEST_LINE:
            ended.append(screen.last_line)
            screen = TerminalScreen(height=1)
        await show([line.removesuffix("\r") for line in ended], screen.last_line)
    screen.feed(decoder.decode(b"", final=True))
    await show([line for line in screen.lines() if line], "")


async def _pieces(pipe: IO[bytes]) -> AsyncGenerator[bytes]:
    """What comes through `pipe`; nothing more is taken out of it while a piece is dealt with."""
    reader = asyncio.StreamReader(_PIECE)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), pipe
    )
    try:
        while piece := await reader.read(_PIECE):
            yield piece
    finally:
        transport.close()
