"""A workflow is begun, or resumed."""

import asyncio
import os
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from architect.app.workflows.coordinating import close_record, coordinator_for
from architect.app.workflows.copies import (
    base_of,
    open_copies,
    require_fit_for_dask,
    where_it_was,
)
from architect.app.workflows.front import Front
from architect.app.workflows.keys_of_models import require_a_key
from architect.app.workflows.kinds import (
    Settings,
    kind_of,
    settings_json,
    settings_of,
)
from architect.app.workflows.models_of_copies import require_models_for_copies
from architect.app.workflows.variants import check_unchanged, configs_of
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.workflows.records import own_workflows, workflow_files
from architect.domain.errors import UserError
from architect.domain.ids import WorkflowId, workflow_id_at
from architect.domain.workflows.events import (
    ApprovalAnswered,
    WorkflowLimits,
    WorkflowRecord,
    WorkflowResumed,
    WorkflowStarted,
)
from architect.domain.workflows.state import WorkflowState
from architect.l10n import english
from architect.workflows.coordinator import Coordinator
from architect.workflows.evaluation import EvaluationSettings


async def begin(
    settings: Settings,
    limits: WorkflowLimits,
    front: Front,
    *,
    title: str,
    resources: AsyncExitStack,
    contents: Iterable[bytes] = (),
) -> Coordinator:
    """A workflow that is ready to go.

    `contents` are those of the hidden files of its units.

    Raises:
        UserError: it cannot be: copies need a git repository with a commit.
        AuthenticationFailedError: there is no key for any of its models.
        JournalFault: there can be no record.
    """
    if front.config.parallel.executor == "dask":
        require_fit_for_dask(settings)
    front = replace(front, configs=configs_of(settings))
    await asyncio.to_thread(require_models_for_copies, settings, front)
    random = int.from_bytes(os.urandom(3))
    workflow_id = workflow_id_at(kind_of(settings), system_clock().now(), random)
    base = await base_of(front, settings)
    await asyncio.to_thread(require_a_key, settings, front)
    copies = await open_copies(front, base, limits.workers, resources)
    retries = front.config.parallel.unit_retries
    limits = replace(limits, workers=copies.workers, unit_retries=retries)
    files = workflow_files(front.root)
    journal = files.open(workflow_id)
    state = WorkflowState()
    resources.push_async_callback(close_record, journal.aclose, front.root, state)
    await asyncio.to_thread(files.keep, workflow_id, contents)
    started = _started(settings, limits, front, workflow_id, title=title, base=base)
    state.apply(started)
    own_workflows(front.credentials.environ).add(front.root, workflow_id, started.asked)
    coordinator = await coordinator_for(
        settings, state, journal, front, copies.executor, resources=resources, last_seq=0
    )
    coordinator.emit(started)
    return coordinator


def _started(
    settings: Settings,
    limits: WorkflowLimits,
    front: Front,
    workflow_id: WorkflowId,
    *,
    title: str,
    base: str,
) -> WorkflowStarted:
    return WorkflowStarted(
        workflow_id=workflow_id,
        kind=kind_of(settings),
        title=title,
        workspace=str(front.root),
        base=base,
        executor=front.config.parallel.executor,
        scheduler=front.config.parallel.scheduler or "",
        limits=limits,
        settings=settings_json(settings),
        flags=front.flags,
        asked_in=front.asked_in,
    )


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

    `executor` works on copies from now on; if it is None, what did so before. With `approves` all
    that waits for an approval has it; `answers` are those to single approvals. What this user has
    not begun here, as it is recorded, came with the project, and needs the user's trust (`trusts`).

    Raises:
        UserError: it is over already, or another version made it, or it is of somebody else, or
            nothing waits for an approval, or its scheduler has to be named.
        AuthenticationFailedError: there is no key for any of its models; it can be resumed later.
        SessionBusyError: it is being worked on.
        JournalFault: its record cannot be read or written.
    """
    if not trusts:
        _require_own(front, workflow_id)
    files = workflow_files(front.root)
    journal, state = files.open(workflow_id), WorkflowState()
    resources.push_async_callback(close_record, journal.aclose, front.root, state)
    journal.open()
    started, last_seq = _unfinished(files.records(workflow_id), workflow_id, state)
    if not trusts:
        _require_unchanged(front, started)
    settings = await _settings_of(started)
    config = where_it_was(started, settings, front.config, chosen=executor)
    front = replace(front, config=config, configs=configs_of(settings))
    await asyncio.to_thread(require_models_for_copies, settings, front)
    await asyncio.to_thread(require_a_key, settings, front)
    copies = await open_copies(front, started.base, state.limits.workers, resources)
    coordinator = await coordinator_for(
        settings, state, journal, front, copies.executor, resources=resources, last_seq=last_seq
    )
    given = _answers_given(state, answers, approves_all=approves)
    coordinator.emit(WorkflowResumed(limits=_changed(state.limits, limits)))
    for approval, approved in given.items():
        coordinator.emit(ApprovalAnswered(approval=approval, approved=approved))
    return coordinator


def flags_of(workflow_id: WorkflowId, root: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Those with which the user began a workflow of `root`; none of what somebody else has written.

    Raises:
        UserError: what is kept about workflows cannot be read.
        JournalFault: its record cannot be read.
    """
    first = next(iter(workflow_files(root).records(workflow_id)), None)
    started = None if first is None else first.event
    if not isinstance(started, WorkflowStarted):
        return {}
    is_own = own_workflows(environ).was_asked(root, workflow_id, started.asked)
    return dict(started.flags) if is_own else {}


def _require_own(front: Front, workflow_id: WorkflowId) -> None:
    """
    Raises:
        UserError: this user has not begun it here.
    """
    if not own_workflows(front.credentials.environ).has(front.root, workflow_id):
        raise UserError(
            english(
                "you have not begun the workflow {workflow_id!r} here: what it runs may be the "
                "work of a stranger; begin it anew, or give --trust-project",
                workflow_id=workflow_id,
            )
        )


def _require_unchanged(front: Front, started: WorkflowStarted) -> None:
    """
    Raises:
        UserError: its settings on record are not those with which the user began it.
    """
    own = own_workflows(front.credentials.environ)
    if not own.was_asked(front.root, started.workflow_id, started.asked):
        raise UserError(
            english(
                "the record of the workflow {workflow_id!r} is not what you began: its "
                "settings were changed; begin it anew, or give --trust-project",
                workflow_id=started.workflow_id,
            )
        )


async def _settings_of(started: WorkflowStarted) -> Settings:
    """
    Raises:
        UserError: another version wrote them, or a file that they name was changed.
    """
    settings = settings_of(started.kind, started.settings)
    if isinstance(settings, EvaluationSettings):
        await asyncio.to_thread(check_unchanged, settings)
    return settings


def _answers_given(
    state: WorkflowState, answers: Mapping[str, bool], *, approves_all: bool
) -> Mapping[str, bool]:
    """
    Raises:
        UserError: nothing waits for such an approval.
    """
    awaited = state.awaited_approvals
    given = {**(dict.fromkeys(awaited, True) if approves_all else {}), **answers}
    if (approves_all and not given) or not given.keys() <= set(awaited):
        assert state.started is not None
        workflow_id = state.started.workflow_id
        raise UserError(
            english(
                "nothing waits for that approval in the workflow {workflow_id!r}",
                workflow_id=workflow_id,
            )
        )
    return given


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
        raise UserError(
            english("nothing is recorded of the workflow {workflow_id!r}", workflow_id=workflow_id)
        )
    if state.finished is not None:
        raise UserError(
            english(
                "the workflow {workflow_id!r} is over: {reason}",
                workflow_id=workflow_id,
                reason=state.finished.reason,
            )
        )
    return state.started, last_seq


def _changed(limits: WorkflowLimits, wanted: Mapping[str, float | int | None]) -> WorkflowLimits:
    chosen = {name: value for name, value in wanted.items() if value is not None}
    return replace(limits, **chosen)  # pyright: ignore[reportArgumentType]
