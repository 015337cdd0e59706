"""A workflow is begun, or resumed."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from architect.app.workflows.branches import Branches
from architect.app.workflows.copies import (
    base_of,
    forget_trees,
    open_copies,
    require_fit_for_dask,
    where_it_was,
)
from architect.app.workflows.front import Front
from architect.app.workflows.kinds import (
    Settings,
    definition_of,
    kind_of,
    settings_json,
    settings_of,
)
from architect.app.workflows.listing import keep_listed
from architect.app.workflows.models_of_copies import require_models_for_copies
from architect.app.workflows.variants import check_unchanged, configs_of
from architect.bootstrap.run.open_session import new_session_id
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.telemetry import workflow_trace
from architect.bootstrap.workflows.records import own_workflows, workflow_files
from architect.bootstrap.workflows.units import open_trees
from architect.domain.errors import UserError
from architect.domain.ids import WorkflowId, workflow_id_at
from architect.domain.trace_context import NO_TRACE
from architect.domain.workflows.events import (
    ApprovalAnswered,
    WorkflowEvent,
    WorkflowLimits,
    WorkflowRecord,
    WorkflowResumed,
    WorkflowStarted,
)
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place, Unit
from architect.ports.unit_executor import UnitExecutor
from architect.workflows.coordinator import Coordinator, WorkflowJournal
from architect.workflows.evaluation import EvaluationSettings


async def begin(
    settings: Settings,
    limits: WorkflowLimits,
    front: Front,
    *,
    title: str,
    in_copies: bool,
    resources: AsyncExitStack,
    contents: Iterable[bytes] = (),
) -> Coordinator:
    """A workflow that is ready to go; `in_copies` says that its units work on copies of the files.

    `contents` are those of the hidden files of its units.

    Raises:
        UserError: it cannot be: copies need a git repository with a commit.
        JournalFault: there can be no record.
    """
    if front.config.parallel.executor == "dask":
        require_fit_for_dask(settings)
    front = replace(front, configs=configs_of(settings))
    await asyncio.to_thread(require_models_for_copies, settings, front)
    clock = system_clock()
    kind = kind_of(settings)
    workflow_id = workflow_id_at(kind, clock.now(), int.from_bytes(os.urandom(3)))
    unbegun = await resources.enter_async_context(AsyncExitStack())
    unbegun.push_async_callback(forget_trees, front, workflow_id)
    base = await base_of(front, workflow_id, needed=in_copies)
    copies = await open_copies(front, base, limits.workers, resources)
    retries = front.config.parallel.unit_retries
    limits = replace(limits, workers=copies.workers, unit_retries=retries)
    files = workflow_files(front.root)
    journal = files.open(workflow_id)
    state = WorkflowState()
    resources.push_async_callback(_close, journal.aclose, front.root, state)
    await asyncio.to_thread(files.keep, workflow_id, contents)
    started = WorkflowStarted(
        workflow_id=workflow_id,
        kind=kind,
        title=title,
        workspace=str(front.root),
        base=base,
        executor=front.config.parallel.executor,
        scheduler=front.config.parallel.scheduler or "",
        limits=limits,
        settings=settings_json(settings),
    )
    state.apply(started)
    own_workflows(front.credentials.environ).add(front.root, workflow_id, started.settings)
    coordinator = await _coordinator(
        settings, state, journal, front, copies.executor, resources=resources, last_seq=0
    )
    coordinator.emit(started)
    unbegun.pop_all()
    return coordinator


async def resume(
    workflow_id: WorkflowId,
    front: Front,
    *,
    limits: Mapping[str, float | int | None],
    resources: AsyncExitStack,
    approves: bool = False,
    answers: Mapping[str, bool] = MappingProxyType({}),
    trusts: bool = False,
    executor: str | None = None,
) -> Coordinator:
    """A workflow that stopped before its end, ready to go on; what of `limits` is not None counts.

    What works on copies is `executor`, if that is not None, else what did so before.
    With `approves` all that waits for an approval has it; `answers` are those to single approvals.
    One that this user has not begun here, as it is recorded, came with the project, and goes on
    only if the user `trusts` it.

    Raises:
        UserError: it is over already, or another version made it, or it is of somebody else, or
            nothing waits for an approval, or its scheduler has to be named.
        SessionBusyError: it is being worked on.
        JournalFault: its record cannot be read or written.
    """
    own = own_workflows(front.credentials.environ)
    if not (trusts or own.has(front.root, workflow_id)):
        raise UserError(
            f"you have not begun the workflow {workflow_id!r} here: what it runs may be the work "
            "of a stranger; begin it anew, or give --trust-project"
        )
    files = workflow_files(front.root)
    journal, state = files.open(workflow_id), WorkflowState()
    resources.push_async_callback(_close, journal.aclose, front.root, state)
    journal.open()
    started, last_seq = _unfinished(files.records(workflow_id), workflow_id, state)
    if not (trusts or own.was_asked(front.root, workflow_id, started.settings)):
        raise UserError(
            f"the record of the workflow {workflow_id!r} is not what you began: its settings were "
            "changed; begin it anew, or give --trust-project"
        )
    settings = settings_of(started.kind, started.settings)
    if isinstance(settings, EvaluationSettings):
        await asyncio.to_thread(check_unchanged, settings)
    config = where_it_was(started, settings, front.config, chosen=executor)
    front = replace(front, config=config, configs=configs_of(settings))
    await asyncio.to_thread(require_models_for_copies, settings, front)
    copies = await open_copies(front, started.base, state.limits.workers, resources)
    coordinator = await _coordinator(
        settings, state, journal, front, copies.executor, resources=resources, last_seq=last_seq
    )
    chosen = {name: value for name, value in limits.items() if value is not None}
    given = {**(dict.fromkeys(state.awaited_approvals, True) if approves else {}), **answers}
    if (approves and not given) or not given.keys() <= set(state.awaited_approvals):
        raise UserError(f"nothing waits for that approval in the workflow {workflow_id!r}")
    coordinator.emit(WorkflowResumed(limits=_changed(state.limits, chosen)))
    for approval, approved in given.items():
        coordinator.emit(ApprovalAnswered(approval=approval, approved=approved))
    return coordinator


async def _close(close: Callable[[], Awaitable[None]], root: Path, state: WorkflowState) -> None:
    """Keep what lists show of a workflow, and close its record."""
    if state.started is not None and (state.finished or state.paused):
        await asyncio.to_thread(keep_listed, root, state)
    await close()


def _unfinished(
    records: Iterable[WorkflowRecord], workflow_id: WorkflowId, state: WorkflowState
) -> tuple[WorkflowStarted, int]:
    """The beginning of a workflow, and the number of its last record; `state` takes them all.

    Raises:
        UserError: it is over, or has not begun.
        JournalFault: its record cannot be read.
    """
    last_seq = 0
    for record in records:
        state.apply(record.event)
        last_seq = record.seq
    if state.started is None:
        raise UserError(f"nothing is recorded of the workflow {workflow_id!r}")
    if state.finished is not None:
        raise UserError(f"the workflow {workflow_id!r} is over: {state.finished.reason}")
    return state.started, last_seq


def _changed(limits: WorkflowLimits, chosen: Mapping[str, float | int]) -> WorkflowLimits:
    return replace(limits, **chosen)  # pyright: ignore[reportArgumentType]


async def _coordinator(
    settings: Settings,
    state: WorkflowState,
    journal: WorkflowJournal,
    front: Front,
    copies: UnitExecutor,
    *,
    resources: AsyncExitStack,
    last_seq: int,
) -> Coordinator:
    started = state.started
    assert started is not None
    trees = open_trees(front.root, front.config) if started.base else None
    in_place = front.in_place(trees)
    resources.push_async_callback(in_place.aclose)

    def executor_of(unit: Unit) -> UnitExecutor:
        if unit.place is Place.WORKSPACE:
            return in_place
        if trees is None and unit.source is None:
            raise UserError("agents can work on copies in a git repository only")
        return copies

    trace = await workflow_trace(
        front.config.telemetry, front.credentials.environ, started, resources
    )
    if trace is not None:
        resources.callback(lambda: trace.close(state))

    def watch(event: WorkflowEvent, state: WorkflowState) -> None:
        front.watch(event, state)
        if trace is not None:
            trace.take(event, state)

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
        trace=NO_TRACE if trace is None else trace.context,
        last_seq=last_seq,
    )
