"""Checkpoints of the working tree, made while the model thinks."""

import asyncio

from architect.domain.effect import Effect
from architect.domain.errors import JournalFault, VcsFault
from architect.domain.journal.checkpoint_events import CheckpointFailed, CheckpointMade
from architect.domain.messages import ToolCall
from architect.execution.run_context import RunContext
from architect.l10n import at, english

_MOST_NAMED = 20


class Checkpointing:
    """Keeps the tree behind steps that may have changed it: each, or every so many, and the last.

    A checkpoint is made beside the request of the next step, and is there before a call of that
    step may change anything. One that fails is the last that is tried.
    """

    def __init__(self, run: RunContext) -> None:
        self._run = run
        self._known: object = None
        self._task: asyncio.Task[None] | None = None
        self._has_failed = False
        self._steps_since = 0
        """Steps that may have changed the tree since the last checkpoint."""

    def begin(self, step: int) -> None:
        """Have the tree kept as it is behind `step`, if it is time and something has happened."""
        if self._is_another():
            self._steps_since += 1
            if self._known is None or self._steps_since >= self._run.checkpoint_every:
                self._start(step)

    async def settled(self, calls: tuple[ToolCall, ...] | None = None) -> None:
        """Wait for a checkpoint that is being made, if one of `calls` may change something.

        Raises:
            JournalFault: it could not be put on record.
        """
        if self._task is None or (calls is not None and not any(map(self._may_change, calls))):
            return
        task = self._task
        await asyncio.wait({task})
        self._task = None
        if not task.cancelled():
            task.result()

    async def close(self, step: int) -> None:
        """Keep the tree as the run leaves it.

        Raises:
            JournalFault: it could not be put on record.
        """
        await self.settled()
        if self._known is not None and self._is_another():
            self._start(step)
            await self.settled()

    def _is_another(self) -> bool:
        """Whether a checkpoint can be made that differs from the last one."""
        can_be_made = self._run.checkpoints is not None and not self._has_failed
        return can_be_made and self._task is None and self._happened() != self._known

    def _start(self, step: int) -> None:
        self._steps_since = 0
        self._known = self._happened()
        self._task = asyncio.create_task(self._made(step))

    def _may_change(self, call: ToolCall) -> bool:
        tools = self._run.tools
        return not tools.has_tool(call.name) or tools.get(call.name).effect is not Effect.READ

    def _happened(self) -> object:
        """What is another one as soon as something may have been changed."""
        state = self._run.state
        return (state.changes, len(state.files_modified), self._run.commands_run)

    async def _made(self, step: int) -> None:
        run, store = self._run, self._run.checkpoints
        assert store is not None
        why = english("step {number}", number=step) if step else english("before the first step")
        try:
            unsaved = await run.workspace.unsaved()
            made = await store.take(run.run_id, step, why, unsaved=unsaved)
        except VcsFault as fault:
            self._has_failed = True
            run.emit(CheckpointFailed(reason=str(fault)))
        except JournalFault:
            raise
        except Exception as bug:  # noqa: BLE001 - the fence of the record: the run goes on
            self._has_failed = True
            run.crashes.keep(bug)
            run.emit(CheckpointFailed(reason=english("a bug ({name})", name=type(bug).__name__)))
        else:
            named = tuple(at(path, reason) for path, reason in made.left_out[:_MOST_NAMED])
            if made.is_new:
                run.emit(CheckpointMade(step=step, commit=made.commit, left_out=named))
