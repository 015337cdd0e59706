"""A process that runs units, one after the other, as its owner sees it.

One request a unit, one JSON message a line. What the unit spends is told as it happens, and its
result is the answer. The process ends when its standard input does, so it does not outlive us.
"""

import asyncio
import base64
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from architect.adapters.process.pipes import chunks, end_of, exit_code_of, writer_to
from architect.adapters.process.process_tree import ProcessTree, start_tree
from architect.domain.errors import UnitLostError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.jsonrpc import json_rpc
from architect.jsonrpc.client import ClientFault, ClientRefusedError
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_bodies import encoded, message_of
from architect.jsonrpc.json_lines import LINES
from architect.jsonrpc.outgoing_requests import OutgoingRequests
from architect.l10n import english

RUN, SPENT, CANCEL = "unit/run", "unit/spent", "$/cancelRequest"

DIALECT = Dialect(
    framing=LINES,
    other_end="the worker",
    withdrawal=lambda own_id: json_rpc.notification(CANCEL, {"id": own_id}),
    outgoing=lambda _, params: params,
)

_FOREVER_S = 10 * 365 * 24 * 3_600.0
"""A unit has a time limit of its own, or none."""

_CANCELLED_S = 15.0
"""How long a cancelled unit may take to end what it started, before the process is ended."""

_GRACE_S = 2.0
_LAST_WORDS = 300


def packed(value: object) -> str:
    """A value of ours as text, for a process of ours of the same version."""
    return base64.b64encode(pickle.dumps(value)).decode("ascii")


def unpacked(text: str) -> Any:
    """What `packed` made a text of; never for what comes from elsewhere."""
    return pickle.loads(base64.b64decode(text))


class Worker:
    """A worker process, started by `start`, that is `module` run by this Python."""

    def __init__(self, module: str, environ: Mapping[str, str], *, cwd: Path) -> None:
        self._module = module
        self._environ = environ
        self._cwd = cwd
        self._requests = OutgoingRequests(self._send, DIALECT)
        self._spent: Callable[[Any], None] | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._tree: ProcessTree | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._last_words = ""

    @property
    def is_lost(self) -> bool:
        return self._requests.is_lost

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child is not None else None

    async def start(self) -> None:
        """
        Raises:
            UnitLostError: it cannot be started.
        """
        program = [sys.executable, "-m", self._module]
        try:
            self._child, self._tree = start_tree(
                program, cwd=self._cwd, environment=self._environ, stdin=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            raise UnitLostError(
                english("a worker cannot be started: {error}", error=error)
            ) from error
        child = self._child
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        self._writer = await writer_to(child.stdin)
        self._tasks = [
            asyncio.create_task(self._read(child.stdout.fileno())),
            asyncio.create_task(self._read_errors(child.stderr.fileno())),
        ]

    async def run(self, job: object, spent: Callable[[Any], None]) -> Any:
        """The result of a unit, as packed by the process; `spent` gets the same of each reply.

        Raises:
            UnitLostError: the process ended, or could not run it.
        """
        self._spent = spent
        asking = asyncio.create_task(
            self._requests.ask(RUN, {"job": packed(job)}, timeout_s=_FOREVER_S)
        )
        try:
            answer = await asyncio.shield(asking)
        except asyncio.CancelledError:
            await self._cancel(asking)
            raise
        except ClientRefusedError as refusal:
            raise UnitLostError(_shown(str(refusal))) from refusal
        except ClientFault as fault:
            raise UnitLostError(await self._how_it_ended()) from fault
        finally:
            self._spent = None
        return unpacked(answer["result"])

    async def _cancel(self, asking: asyncio.Task[Any]) -> None:
        """Have the unit end; a process that does not is ended itself."""
        self._send(json_rpc.notification("unit/cancel", {}))
        _, late = await asyncio.wait({asking}, timeout=_CANCELLED_S)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        if late:
            await self.aclose()

    async def aclose(self) -> None:
        """End the process with all it has started."""
        child, tree = self._child, self._tree
        if child is None or tree is None:
            return
        if self._writer is not None and not self._writer.transport.is_closing():
            self._writer.close()
        ending = asyncio.create_task(end_of(child, tree.end, within_s=_GRACE_S))
        await asyncio.shield(ending)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._requests.lose()

    async def _how_it_ended(self) -> str:
        code = await exit_code_of(self._child) if self._child is not None else None
        how = english("its worker closed its output")
        if code is not None:
            how = english("its worker ended with exit code {number}", number=code)
        return f"{how}: {self._last_words}" if self._last_words else how

    def _send(self, message: json_rpc.Message) -> None:
        if self._writer is not None and not self._requests.is_lost:
            self._writer.write(LINES.framed(encoded(message)))

    async def _read(self, descriptor: int) -> None:
        decoder = LINES.decoder()
        async for chunk in chunks(descriptor):
            for frame in decoder.feed(chunk):
                self._take(json_rpc.read(message_of(frame)))
        self._requests.lose()

    async def _read_errors(self, descriptor: int) -> None:
        async for chunk in chunks(descriptor):
            lines = chunk[-_LAST_WORDS * 4 :].decode("utf-8", "replace").strip()
            if lines:
                self._last_words = _shown(lines)

    def _take(self, message: json_rpc.Incoming) -> None:
        match message:
            case json_rpc.Response():
                self._requests.answered(message.id, message.result, message.error)
            case json_rpc.Notification(method, params) if method == SPENT and self._spent:
                self._spent(unpacked(params["reply"]))
            case _:
                pass


def _shown(text: str) -> str:
    return escape_controls(in_one_line(" ".join(text.split())))[-_LAST_WORDS:]
