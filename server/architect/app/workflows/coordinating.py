"""The coordinator of a workflow, with what records, runs and watches it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

from architect.app.workflows.branches import Branches
from architect.app.workflows.front import Front, Watch
from architect.app.workflows.kinds import Settings, definition_of
from architect.app.workflows.listing import keep_listed
from architect.bootstrap.run.open_session import new_session_id
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.workflows.units import open_trees
from architect.domain.errors import UserError
from architect.domain.trace_context import NO_TRACE, TraceContext
from architect.domain.workflows.events import WorkflowEvent, WorkflowStarted
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place, Unit
from architect.l10n import english
from architect.ports.unit_executor import UnitExecutor
from architect.ports.workflow_journal import WorkflowJournal
from architect.workflows.coordinator import Coordinator


async def coordinator_for(
    settings: Settings,
    state: WorkflowState,
    journal: WorkflowJournal,
    front: Front,
    copies: UnitExecutor,
    *,
    resources: AsyncExitStack,
    last_seq: int,
) -> Coordinator:
    """What carries a workflow out from where `state` is, with `copies` for units on copies."""
    started = state.started
    assert started is not None
    trees = open_trees(front.root, front.config) if started.base else None
    in_place = front.in_place(trees)
    resources.push_async_callback(in_place.aclose)

    def executor_of(unit: Unit) -> UnitExecutor:
        if unit.place is Place.WORKSPACE:
            return in_place
        if trees is None and unit.source is None:
            raise UserError(english("agents can work on copies in a git repository only"))
        return copies

    watch, trace = await _traced(front, state, started, resources)
    clock = system_clock()
    publisher = Branches(trees, started.workflow_id, started.base) if trees is not None else None
    return Coordinator(
        definition_of(settings),
        state,
        journal,
        executor_of=executor_of,
        trees=trees,
        publisher=publisher,
        clock=clock,
        new_session_id=lambda: new_session_id(clock),
        watch=watch,
        approve=front.approve,
        trace=trace,
        last_seq=last_seq,
    )


async def _traced(
    front: Front, state: WorkflowState, started: WorkflowStarted, resources: AsyncExitStack
) -> tuple[Watch, TraceContext]:
    """What is told of every event, and the trace that runs carry on."""
    from architect.bootstrap.telemetry import workflow_trace

    trace = await workflow_trace(
        front.config.telemetry, front.credentials.environ, started, resources
    )
    if trace is None:
        return front.watch, NO_TRACE
    resources.callback(lambda: trace.close(state))

    def watch(event: WorkflowEvent, state: WorkflowState) -> None:
        front.watch(event, state)
        trace.take(event, state)

    return watch, trace.context


async def close_record(
    close: Callable[[], Awaitable[None]], root: Path, state: WorkflowState
) -> None:
    """Keep what lists show of a workflow, and close its record."""
    if state.started is not None and (state.finished or state.paused):
        await asyncio.to_thread(keep_listed, root, state)
    await close()
