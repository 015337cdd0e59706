"""Rows of the conversation, written above the input that prompt_toolkit draws."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app

from architect.cli.chat.terminal_output import write_all

_OUTPUT = 1
_MANY_ROWS = 500
"""Written at once; between two such parts keys are heard."""

_BETWEEN_S = 0.02
"""Between two parts: however many rows come, the input is drawn fifty times a second at most."""


class RowsAbove:
    """Rows that wait to be written, and are in parts; once `at_once`, as they come."""

    def __init__(self, app: Application[Any]) -> None:
        self._app = app
        self._waiting: list[str] = []
        self._flushing: asyncio.Task[None] | None = None
        self.at_once = False

    def add(self, rows: Iterable[str]) -> None:
        """`rows` are ready for the terminal, each without its end."""
        self._waiting += rows
        if self.at_once:
            self.write_all()
        elif self._flushing is None or self._flushing.done():
            self._flushing = asyncio.get_running_loop().create_task(self._flush())

    async def drained(self) -> None:
        """Come back when all that waits is written."""
        if self._flushing is not None:
            await asyncio.wait([self._flushing])

    def write_all(self) -> None:
        while self._waiting:
            self._write_part()

    async def _flush(self) -> None:
        while self._waiting:
            self._write_part()
            await asyncio.sleep(_BETWEEN_S if self._app.is_running else 0)

    def _write_part(self) -> None:
        part, self._waiting = self._waiting[:_MANY_ROWS], self._waiting[_MANY_ROWS:]
        text = "".join(f"{row}\r\n" for row in part)
        self._above(lambda: write_all(_OUTPUT, text))

    def _above(self, write: Callable[[], None]) -> None:
        """Have `write` write where the conversation is; the rest is drawn anew below it."""
        with contextlib.suppress(OSError):
            if not self._app.is_running:
                write()
                return
            self._app.renderer.erase()
            write()
            self._app.renderer.reset()
            with set_app(self._app):  # at once: in a flood of rows an invalidation would wait
                self._app.renderer.render(self._app, self._app.layout)
