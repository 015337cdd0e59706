"""A workflow is begun, or resumed."""

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path

from architect.app.workflows.branches import Branches
from architect.app.workflows.kinds import (
    Settings,
    definition_of,
    kind_of,
    settings_json,
    settings_of,
)
from architect.app.workflows.variants import check_unchanged
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import new_session_id
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.workflows.records import own_workflows, workflow_files
from architect.bootstrap.workflows.units import OpenedExecutor, open_executor, open_trees
from architect.config.schema import Config
from architect.domain.errors import UserError, VcsFault
from architect.domain.ids import WorkflowId, workflow_id_at
from architect.domain.workflows.events import (
    ApprovalAnswered,
    WorkflowEvent,
    WorkflowLimits,
    WorkflowResumed,
    WorkflowStarted,
)
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place, Unit
from architect.frozen import frozen
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitExecutor
from architect.workflows.coordinator import Approve, Coordinator, WorkflowJournal
from architect.workflows.evaluation import EvaluationSettings

Watch = Callable[[WorkflowEvent, WorkflowState], None]


@frozen(kw_only=True)
class Front:
    """What a front end brings: the configuration of its workspace at `root`, its keys, who watches.

    `load` reads a configuration file in the place of the project's own. `in_place` makes what runs
    units on the files of the user, given the trees of the repository. Without `approve` nobody can
    be asked for an approval.
    """

    root: Path
    config: Config
    load: Callable[[Path], Config]
    credentials: Credentials
    watch: Watch
    in_place: Callable[[Trees | None], UnitExecutor]
    approve: Approve | None = None

    def config_of(self, unit: Unit) -> Config:
        """That with which a unit runs.

        Raises:
            ConfigError: its file cannot be read any more.
        """
        return self.load(Path(unit.config)) if unit.config else self.config


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
        _require_fit_for_dask(settings, in_copies=in_copies)
    clock = system_clock()
    kind = kind_of(settings)
    workflow_id = workflow_id_at(kind, clock.now(), int.from_bytes(os.urandom(3)))
    unbegun = await resources.enter_async_context(AsyncExitStack())
    unbegun.push_async_callback(_forget, front, workflow_id)
    base = await _base(front, workflow_id, needed=in_copies)
    copies = await _copies(front, base, limits.workers, resources)
    limits = replace(limits, workers=copies.workers)
    files = workflow_files(front.root)
    journal = files.open(workflow_id)
    resources.push_async_callback(journal.aclose)
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
    state = WorkflowState()
    state.apply(started)
    own_workflows(front.credentials.environ).add(front.root, workflow_id)
    coordinator = _coordinator(
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
    trusts: bool = False,
) -> Coordinator:
    """A workflow that stopped before its end, ready to go on; what of `limits` is not None counts.

    With `approves` all that waits for an approval has it. One that this user has not begun here
    came with the project, and goes on only if the user `trusts` it.

    Raises:
        UserError: it is over already, or another version made it, or it is of somebody else, or
            nothing waits for an approval, or its scheduler has to be named.
        SessionBusyError: it is being worked on.
        JournalFault: its record cannot be read or written.
    """
    if not (trusts or own_workflows(front.credentials.environ).has(front.root, workflow_id)):
        raise UserError(
            f"you have not begun the workflow {workflow_id!r} here: what it runs may be the work "
            "of a stranger; begin it anew, or give --trust-project"
        )
    files = workflow_files(front.root)
    journal = files.open(workflow_id)
    resources.push_async_callback(journal.aclose)
    journal.open()
    state, last_seq = WorkflowState(), 0
    for record in files.records(workflow_id):
        state.apply(record.event)
        last_seq = record.seq
    started = state.started
    if started is None:
        raise UserError(f"nothing is recorded of the workflow {workflow_id!r}")
    if state.finished is not None:
        raise UserError(f"the workflow {workflow_id!r} is over: {state.finished.reason}")
    settings = settings_of(started.kind, started.settings)
    if isinstance(settings, EvaluationSettings):
        await asyncio.to_thread(check_unchanged, settings)
    front = replace(front, config=_where_it_was(started, front.config))
    copies = await _copies(front, started.base, state.limits.workers, resources)
    coordinator = _coordinator(
        settings, state, journal, front, copies.executor, resources=resources, last_seq=last_seq
    )
    chosen = {name: value for name, value in limits.items() if value is not None}
    if approves and not state.awaited_approvals:
        raise UserError(f"nothing waits for an approval in the workflow {workflow_id!r}")
    coordinator.emit(WorkflowResumed(limits=_changed(state.limits, chosen)))
    for approval in state.awaited_approvals if approves else ():
        coordinator.emit(ApprovalAnswered(approval=approval, approved=True))
    return coordinator


def _changed(limits: WorkflowLimits, chosen: Mapping[str, float | int]) -> WorkflowLimits:
    return replace(limits, **chosen)  # pyright: ignore[reportArgumentType]


async def _base(front: Front, workflow_id: WorkflowId, *, needed: bool) -> str:
    trees = open_trees(front.root, front.config)
    if trees is None and needed:
        raise UserError(
            f"{str(front.root)!r} is no git repository: only there can agents work on copies; "
            "`git init` makes one, and the first commit has to be made"
        )
    if trees is None:
        return ""
    try:
        if needed:
            await trees.require_committer()
        return await trees.snapshot(workflow_id)
    except VcsFault as fault:
        if needed:
            raise UserError(f"agents cannot work on copies here: {fault}") from fault
        return ""


async def _forget(front: Front, workflow_id: WorkflowId) -> None:
    """Keep no trees of a workflow that could not begin."""
    trees = open_trees(front.root, front.config)
    if trees is not None:
        with suppress(VcsFault):
            await trees.forget(workflow_id)


def _require_fit_for_dask(settings: Settings, *, in_copies: bool) -> None:
    if isinstance(settings, EvaluationSettings) and any(each.source for each in settings.tasks):
        raise UserError(
            "tasks in other repositories cannot be sent to the workers of Dask yet: use "
            "--executor local"
        )
    if not in_copies:
        raise UserError(
            "Dask works on copies of the files, and here is none: use --executor local, or in a "
            "loop --worktree"
        )


def _where_it_was(started: WorkflowStarted, config: Config) -> Config:
    """The configuration with the executor that the workflow began with.

    A scheduler can run code here, so that a record in the workspace does not choose one.

    Raises:
        UserError: there was one, and the user names none.
    """
    parallel = config.parallel
    if started.executor == "dask" and started.scheduler and parallel.scheduler is None:
        raise UserError(
            f"the workflow began with the Dask scheduler at {started.scheduler!r}: continue it "
            "with `architect resume --scheduler`, or set parallel.scheduler"
        )
    chosen = parallel.model_copy(update={"executor": started.executor})
    return config.model_copy(update={"parallel": chosen})


async def _copies(
    front: Front, base: str, workers: int, resources: AsyncExitStack
) -> OpenedExecutor:
    """What works on copies; of the workspace only if there is a `base`."""
    trees = open_trees(front.root, front.config) if base else None
    return await open_executor(
        front.root,
        front.config,
        front.credentials,
        trees,
        config_of=front.config_of,
        workers=workers,
        resources=resources,
    )


def _coordinator(
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
        watch=front.watch,
        approve=front.approve,
        last_seq=last_seq,
    )
