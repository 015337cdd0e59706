"""Where the answers to questions are typed."""

import asyncio
import contextlib
import os
from typing import Protocol

from architect.cli.printer import Printer


class AnswerReader(Protocol):
    """Reads lines that a person types behind a prompt."""

    def forget(self) -> None:
        """Whatever was typed before a question was seen is no answer to it."""
        ...

    async def line(self, prompt: str, out: Printer) -> str:
        """The next line typed behind `prompt`, with its end; empty at the end of input."""
        ...


class DescriptorReader:
    """Reads from the descriptor of a terminal, which echoes what is typed."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal

    def forget(self) -> None:
        import termios

        with contextlib.suppress(termios.error):
            termios.tcflush(self._terminal, termios.TCIFLUSH)

    async def line(self, prompt: str, out: Printer) -> str:
        out.piece(prompt)
        line = await self._typed()
        if not line:
            out.line("")
        return line

    async def _typed(self) -> str:
        """Cancelling it leaves no thread behind."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()

        def read() -> None:
            if not answer.done():
                answer.set_result(os.read(self._terminal, 4096).decode("utf-8", "replace"))

        loop.add_reader(self._terminal, read)
        try:
            return await answer
        finally:
            loop.remove_reader(self._terminal)
