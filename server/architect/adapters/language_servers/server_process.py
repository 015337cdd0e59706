"""The process of a language server: in the sandbox of commands, with all that it starts."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from architect.adapters.process.pipes import chunks, end_of, exit_code_of, writer_to
from architect.adapters.process.process_tree import ProcessTree, start_tree
from architect.adapters.sandbox.sandbox import Enclosure, Sandbox
from architect.domain.errors import CommandRefusedError, PortFault
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.shell import ShellCommand
from architect.l10n import english

GRACE_S = 1.0
_MOST_UNREAD_BYTES = 64_000_000
"""Of messages that the language server does not take."""

_LAST_WORDS = 300
"""Characters of what it says on standard error."""


class ServerProcess:
    """A process that was started; it is ended by `aclose`."""

    def __init__(
        self,
        child: "subprocess.Popen[bytes]",
        tree: ProcessTree,
        writer: asyncio.StreamWriter,
        enclosure: Enclosure,
    ) -> None:
        self.last_words = ""
        """What it has said on standard error last, in one line."""
        self._child = child
        self._tree = tree
        self._writer = writer
        self._enclosure = enclosure
        self._tasks: list[asyncio.Task[None]] = []
        self.follow(self._read_errors())

    @property
    def is_sandboxed(self) -> bool:
        return bool(self._enclosure.prefix)

    @property
    def is_stuck(self) -> bool:
        """Whether it has long stopped reading what it is told."""
        return self._writer.transport.get_write_buffer_size() > _MOST_UNREAD_BYTES

    def follow(self, reading: Coroutine[None, None, None]) -> None:
        """Have `reading` go on beside us until the process is closed."""
        self._tasks.append(asyncio.create_task(reading))

    def write(self, octets: bytes) -> None:
        self._writer.write(octets)

    def output(self) -> AsyncIterator[bytes]:
        """What it writes on standard output, until that ends."""
        assert self._child.stdout is not None
        return chunks(self._child.stdout.fileno())

    async def ended(self) -> str:
        """How it ended, and its last words."""
        code = await exit_code_of(self._child)
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return f"{how}: {self.last_words}" if self.last_words else how

    async def aclose(self) -> None:
        """End it, with all it has started."""
        within_s = 0 if self.is_stuck else GRACE_S
        ending = asyncio.create_task(end_of(self._child, self._tree.end, within_s=within_s))
        await asyncio.shield(ending)
        self._enclosure.leave()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._writer.transport.is_closing():
            self._writer.transport.abort()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    async def _read_errors(self) -> None:
        assert self._child.stderr is not None
        async for chunk in chunks(self._child.stderr.fileno()):
            lines = chunk[-_LAST_WORDS * 4 :].decode("utf-8", "replace").strip()
            if lines:
                self.last_words = shown(lines)


async def start_server(
    command: Sequence[str],
    *,
    root: Path,
    environment: Mapping[str, str],
    sandbox: Sandbox,
    timeout_s: float,
) -> ServerProcess:
    """The process of `command` in the folder `root`.

    Raises:
        PortFault: it cannot be started.
    """
    # An empty line: what the words of the command mean to a shell is nothing to it.
    started = ShellCommand(line="", cwd=root, timeout_s=timeout_s)
    try:
        enclosure = await sandbox.enter(started, environment)
        with enclosure.opened() as (prefix, passed):
            child, tree = start_tree(
                [*prefix, *command],
                cwd=root,
                environment=environment,
                stdin=subprocess.PIPE,
                passed=passed,
            )
    except CommandRefusedError as refusal:
        raise PortFault(
            english(
                "{name} was not started: {refusal}", name=Path(command[0]).name, refusal=refusal
            )
        ) from refusal
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PortFault(
            english("{command!r} cannot be started: {reason}", command=command[0], reason=reason)
        ) from error
    assert child.stdin is not None
    return ServerProcess(child, tree, await writer_to(child.stdin), enclosure)


def shown(text: str) -> str:
    """The end of what a server says, in one line."""
    return escape_controls(in_one_line(" ".join(text.split())))[-_LAST_WORDS:]
