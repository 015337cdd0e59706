"""Calls to an embedded Neovim, over its standard streams."""

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]

_MSGPACK = cast(Any, msgpack)
_REQUEST, _RESPONSE = 0, 1
_GRACE_S = 10


class NeovimError(Exception):
    """Neovim answered a call with an error."""


class NeovimRpc:
    """Neovim as a child process, one call at a time."""

    def __init__(self, argv: Sequence[str]) -> None:
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin = self._process.stdin
        self._stdout = self._process.stdout
        self._unpacker = _MSGPACK.Unpacker(strict_map_key=False)
        self._number = 0
        self.pid: int = self._process.pid

    def call(self, method: str, *arguments: Any) -> Any:
        """What an API function of Neovim returns.

        Raises:
            NeovimError: it failed, or Neovim is gone.
        """
        self._number += 1
        self._send([_REQUEST, self._number, method, arguments])
        while True:
            message = self._receive()
            if message[0] == _RESPONSE and message[1] == self._number:
                if message[2] is not None:
                    raise NeovimError(str(message[2][1]))
                return message[3]

    def close(self) -> None:
        """End Neovim without saving anything; whatever it does, it is gone afterwards."""
        if self._stdin.closed:
            return
        with suppress(NeovimError):
            self._send([_REQUEST, 0, "nvim_command", ["qall!"]])
        try:
            self._process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(OSError):
            self._stdin.close()
        self._stdout.close()

    def _send(self, message: Any) -> None:
        try:
            self._stdin.write(_MSGPACK.packb(message))
            self._stdin.flush()
        except OSError as error:
            raise NeovimError("Neovim is gone") from error

    def _receive(self) -> list[Any]:
        while True:
            for message in self._unpacker:
                return message
            chunk = os.read(self._stdout.fileno(), 65536)
            if not chunk:
                raise NeovimError("Neovim is gone")
            self._unpacker.feed(chunk)
