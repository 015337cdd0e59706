"""Running the calls of one reply: reads side by side, everything else one after the other."""

import asyncio
from collections.abc import Callable
from itertools import zip_longest

from architect.domain.journal.unanswered import INTERRUPTED, results_of_unanswered
from architect.domain.messages import ToolCall
from architect.execution.engine import ExecutionEngine
from architect.execution.run_context import RunContext

PARALLEL_READS = 4


class ToolTurn:
    """Runs calls through the engine."""

    def __init__(self, run: RunContext, engine: ExecutionEngine, *, parallel_reads: bool) -> None:
        self._run = run
        self._engine = engine
        self._side_by_side = asyncio.Semaphore(PARALLEL_READS if parallel_reads else 1)
        self._syncing: asyncio.Task[None] | None = None

    async def run(self, calls: tuple[ToolCall, ...]) -> None:
        """Record a result for each call, once the step before is safe on the disk.

        Raises:
            StoppedError: the run was stopped; `answer_interrupted` is still to be called.
            JournalFault: what happens can no longer be recorded.
        """
        await self.synced()
        try:
            await self._run.stop.guard(self._run_groups(calls))
        finally:
            # The disk works while the model is already thinking about the next step.
            self._syncing = asyncio.create_task(self._run.journal.sync())

    def answer_interrupted(self) -> None:
        """Record a result for each call of the last reply that has none."""
        for step in self._run.state.steps[-1:]:
            for result in results_of_unanswered(step, INTERRUPTED):
                self._run.emit(result)

    async def synced(self) -> None:
        """Wait until the last step is on the disk.

        Raises:
            JournalFault: it cannot be put there.
        """
        if self._syncing is not None:
            await self._syncing

    async def _run_groups(self, calls: tuple[ToolCall, ...]) -> None:
        # Before the first result, and before calls that run side by side are told of.
        await self._run.learn_secrets()
        groups = grouped(calls, self._engine.can_run_in_parallel)
        for group, following in zip_longest(groups, groups[1:]):
            edits_follow = following is not None and self._engine.is_edit(following[0])
            try:
                async with asyncio.TaskGroup() as tasks:
                    for call in group:
                        tasks.create_task(self._run_one(call, edits_follow=edits_follow))
            except BaseExceptionGroup as errors:
                raise errors.exceptions[0] from None
        for rules in await self._run.rules_due(self._run.state):
            self._run.emit(rules)
        for told in self._run.background.news():
            self._run.emit(told)

    async def _run_one(self, call: ToolCall, *, edits_follow: bool) -> None:
        async with self._side_by_side:
            await self._engine.execute_tool_call(
                call, step=self._run.state.step, edits_follow=edits_follow
            )


def grouped(
    calls: tuple[ToolCall, ...], can_run_in_parallel: Callable[[ToolCall], bool]
) -> list[list[ToolCall]]:
    """`calls` in their order: neighbours that only read together, every other call alone."""
    groups: list[list[ToolCall]] = []
    open_group = False
    for call in calls:
        beside = can_run_in_parallel(call)
        if beside and open_group:
            groups[-1].append(call)
        else:
            groups.append([call])
        open_group = beside
    return groups
