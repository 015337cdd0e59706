"""A run that a call of another run has opened."""

import asyncio
from collections.abc import Callable

from architect.domain.ids import RunId
from architect.domain.journal.state import AgentState
from architect.services.runs import Run

KeepOutput = Callable[[RunId, str], str]
"""Writes what a run says in the end to a file; gives the path in the workspace."""


class OpenedChild:
    """`run`, which is over when `go` is, even when that is cancelled: it comes to its own end."""

    def __init__(self, run: Run, keep_output: KeepOutput) -> None:
        self._run = run
        self._keep_output = keep_output

    @property
    def run_id(self) -> RunId:
        return self._run.context.run_id

    @property
    def state(self) -> AgentState:
        return self._run.state

    def interrupt(self) -> None:
        """Stop the child alone."""
        self._run.interrupt()

    async def go(self) -> AgentState:
        """Run to the end and return the last state.

        A parent that is stopped has told the child so already, which then only records its end.

        Raises:
            JournalFault: what happens can no longer be recorded, in either journal.
        """
        running = asyncio.create_task(self._run.go())
        cancellation: asyncio.CancelledError | None = None
        while not running.done():
            try:
                await asyncio.wait([running])
            except asyncio.CancelledError as error:
                cancellation = error
                if not self._run.context.stop.was_requested:
                    self._run.interrupt()
        if cancellation is not None:
            raise cancellation from running.exception()
        return running.result()

    async def keep_output(self, text: str) -> str:
        cleaned = self._run.context.recorder.redactor.clean(text).text
        return await asyncio.to_thread(self._keep_output, self.run_id, cleaned)
