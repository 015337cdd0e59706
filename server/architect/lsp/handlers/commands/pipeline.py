"""`architect.pipeline`: the steps that a file describes."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from architect.app.workflows.pipelines import settings_from
from architect.bootstrap.workflows.units import workers_for
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.events import WorkflowLimits
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.pipeline_files import (
    pipeline_at,
    pipeline_path,
    require_trust,
    root_for,
)
from architect.lsp.handlers.workflow_front import agent_named, begin_workflow, front_of
from architect.lsp.protocol.params import Message, Usd, WorkflowSeconds
from architect.lsp.protocol.workflow_results import WorkflowInfo
from architect.workflows.pipeline_reading import PipelineOptions

NAMES = ("variables", "fromStep")


class PipelineLimits(Message):
    """`steps` are those of each run; the others are of the whole."""

    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    seconds: WorkflowSeconds | None = None
    usd: Usd | None = None


class PipelineArgs(Message):
    """`architect.pipeline`; `uri` is the file, which may be open and unsaved.

    It works in `folder`, else in the folder that the file is in. `agent` and `model` stand in for
    steps that name none.
    """

    uri: str
    folder: str | None = None
    variables: Mapping[str, str] = {}
    from_step: str | None = None
    agent: str | None = None
    model: str | None = None
    mode: ConfirmMode | None = None
    workers: Annotated[int, Field(ge=1, le=64)] | None = None
    limits: PipelineLimits = PipelineLimits()
    wait: bool = False


async def pipeline(editor: EditorSession, args: PipelineArgs, _: object) -> WorkflowInfo:
    path = pipeline_path(args.uri)
    front = await front_of(editor, root_for(editor, path, args.folder))
    read = await pipeline_at(editor, path, front.root)
    options = PipelineOptions(
        given=args.variables,
        from_step=args.from_step,
        agent=agent_named(front, args.agent) if args.agent else None,
        model=args.model,
        mode=args.mode,
        max_steps=args.limits.steps,
        names=NAMES,
    )
    settings = settings_from(read, options, front.config)
    await require_trust(editor, path, read)
    limits = WorkflowLimits(
        workers=args.workers or workers_for(front.config.parallel),
        budget_usd=args.limits.usd,
        timeout_s=args.limits.seconds,
    )
    return await begin_workflow(
        editor,
        front,
        settings,
        limits,
        title=settings.name,
        wait=args.wait,
    )


COMMAND = Command("architect.pipeline", PipelineArgs, WorkflowInfo, pipeline)
