"""A printer that waits while the terminal belongs to a question."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager

from architect.cli.printer import Printer, Style


class HeldPrinter:
    """Prints on another printer, later what comes while that one is `held`."""

    def __init__(self, printer: Printer) -> None:
        self._out = printer
        self._is_held = False
        self._released: asyncio.Event | None = None
        self._waiting: list[Callable[[], None]] = []

    @contextmanager
    def held(self) -> Generator[Printer]:
        """The terminal for a question alone; what others print meanwhile follows at the end."""
        self._is_held = True
        try:
            yield self._out
        finally:
            self._is_held = False
            waiting, self._waiting = self._waiting, []
            for write in waiting:
                write()
            if self._released is not None:
                self._released.set()

    async def released(self) -> None:
        """Wait until it is not held, so that what is printed is written at once."""
        while self._is_held:
            self._released = asyncio.Event()
            await self._released.wait()

    def line(self, text: str, style: Style = "plain") -> None:
        self.do(lambda: self._out.line(text, style))

    def prose(self, text: str, style: Style = "plain") -> None:
        self.do(lambda: self._out.prose(text, style))

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        self.do(lambda: self._out.code(text, style, column=column))

    def piece(self, text: str, style: Style = "plain") -> None:
        self.do(lambda: self._out.piece(text, style))

    def thinking(self, text: str) -> None:
        if not self._is_held:
            self._out.thinking(text)

    def waiting(self, text: str, seconds: float) -> None:
        if not self._is_held:
            self._out.waiting(text, seconds)

    def close(self) -> None:
        self._out.close()

    def do(self, write: Callable[[], None]) -> None:
        """Have `write` print on the other printer, now or when it is no longer held."""
        if self._is_held:
            self._waiting.append(write)
        else:
            write()
