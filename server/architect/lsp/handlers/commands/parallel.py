"""`architect.parallel`: several tasks at the same time, each on a branch of its own."""

from typing import Annotated

from pydantic import Field

from architect.bootstrap.workflows.units import workers_for
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.events import WorkflowLimits
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import agent_named, begin_workflow, front_of
from architect.lsp.protocol.params import Message, Usd, WorkflowSeconds, WorkflowTask
from architect.lsp.protocol.workflow_results import WorkflowInfo
from architect.workflows.parallel import ParallelSettings


class ParallelLimits(Message):
    """Those of each task, but for `usd`, which is of all of them together."""

    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    seconds: WorkflowSeconds | None = None
    usd_each: Usd | None = None
    usd: Usd | None = None


class ParallelArgs(Message):
    """`architect.parallel`; the tasks take turns with the `models`, `uri` says in which folder.

    With `merge` what merges cleanly is on one more branch; `resolveConflicts` has an agent merge
    the rest.
    """

    tasks: Annotated[tuple[WorkflowTask, ...], Field(min_length=1, max_length=1_000)]
    checks: tuple[WorkflowTask, ...] = ()
    uri: str | None = None
    agent: str | None = None
    models: tuple[str, ...] = ()
    mode: ConfirmMode | None = None
    workers: Annotated[int, Field(ge=1, le=64)] | None = None
    merge: bool = False
    resolve_conflicts: bool = False
    limits: ParallelLimits = ParallelLimits()
    wait: bool = False


async def parallel(editor: EditorSession, args: ParallelArgs, _: object) -> WorkflowInfo:
    front = await front_of(editor, editor.root_of((args.uri,) if args.uri else ()))
    configured, asked = front.config.parallel, args.limits
    each = configured.budget_per_worker
    settings = ParallelSettings(
        tasks=args.tasks,
        models=args.models,
        agent=agent_named(front, args.agent or configured.agent),
        mode=args.mode,
        checks=args.checks,
        max_steps=asked.steps or configured.max_steps,
        timeout_s=asked.seconds or configured.timeout_per_worker,
        budget_usd=each if asked.usd_each is None else asked.usd_each,
        merge=args.merge or args.resolve_conflicts,
        resolves=args.resolve_conflicts,
    )
    workers = args.workers or workers_for(configured)
    return await begin_workflow(
        editor,
        front,
        settings,
        WorkflowLimits(workers=min(workers, len(args.tasks)), budget_usd=asked.usd),
        title=counted(len(args.tasks), "task"),
        wait=args.wait,
    )


COMMAND = Command("architect.parallel", ParallelArgs, WorkflowInfo, parallel)
