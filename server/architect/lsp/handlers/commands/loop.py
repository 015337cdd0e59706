"""`architect.loop`: a task again and again with a fresh context, until its checks pass."""

from typing import Annotated

from pydantic import Field

from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.events import WorkflowLimits
from architect.domain.workflows.unit import Place
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import agent_named, begin_workflow, front_of
from architect.lsp.protocol.params import Message, Usd, WorkflowSeconds, WorkflowTask
from architect.lsp.protocol.workflow_results import WorkflowInfo
from architect.workflows.loop import LoopSettings


class LoopLimits(Message):
    """`steps` are those of each iteration; the others are of the whole."""

    iterations: Annotated[int, Field(ge=1, le=1000)] | None = None
    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    seconds: WorkflowSeconds | None = None
    usd: Usd | None = None


class LoopArgs(Message):
    """`architect.loop`; `spec` is a text that goes with the task, `uri` says in which folder.

    In a `copy` the files of the user stay as they are, and what comes of it is on a branch.
    """

    task: WorkflowTask
    checks: tuple[WorkflowTask, ...] = ()
    spec: Annotated[str, Field(max_length=400_000)] = ""
    uri: str | None = None
    agent: str | None = None
    model: str | None = None
    mode: ConfirmMode | None = None
    copy_: Annotated[bool, Field(alias="copy")] = False
    keep_best: bool = False
    protect_checks: bool = False
    limits: LoopLimits = LoopLimits()
    wait: bool = False


async def loop(editor: EditorSession, args: LoopArgs, _: object) -> WorkflowInfo:
    front = await front_of(editor, editor.root_of((args.uri,) if args.uri else ()))
    ralph, asked = front.config.ralph, args.limits
    settings = LoopSettings(
        task=args.task,
        checks=args.checks,
        place=Place.COPY if args.copy_ else Place.WORKSPACE,
        spec=args.spec,
        completion_tag=ralph.completion_tag,
        agent=agent_named(front, args.agent or ralph.agent),
        model=args.model,
        mode=args.mode,
        keep_best=args.keep_best,
        protects_checks=args.protect_checks,
        max_iterations=asked.iterations or ralph.max_iterations,
        max_steps=asked.steps,
        check_timeout_s=ralph.check_timeout,
    )
    limits = WorkflowLimits(
        budget_usd=ralph.max_cost if asked.usd is None else asked.usd,
        timeout_s=asked.seconds or ralph.max_time,
    )
    return await begin_workflow(
        editor,
        front,
        settings,
        limits,
        title=args.task,
        wait=args.wait,
    )


COMMAND = Command("architect.loop", LoopArgs, WorkflowInfo, loop)
