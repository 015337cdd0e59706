"""`architect.pipelinePlan`: what a pipeline would do, without running anything."""

from collections.abc import Mapping

from architect.app.workflows.pipelines import settings_from
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.commands.pipeline import NAMES
from architect.lsp.handlers.pipeline_files import pipeline_at, pipeline_path, root_for
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.pipeline_json import plan_json
from architect.lsp.protocol.pipeline_results import PipelinePlan
from architect.workflows.pipeline_reading import PipelineOptions


class PipelinePlanArgs(Message):
    """`architect.pipelinePlan`; see `architect.pipeline`. Variables may lack their values."""

    uri: str
    folder: str | None = None
    variables: Mapping[str, str] = {}
    from_step: str | None = None


async def pipeline_plan(editor: EditorSession, args: PipelinePlanArgs, _: object) -> PipelinePlan:
    path = pipeline_path(args.uri)
    root = root_for(editor, path, args.folder)
    read = await pipeline_at(editor, path, root)
    options = PipelineOptions(
        given=args.variables, from_step=args.from_step, may_lack_values=True, names=NAMES
    )
    return plan_json(read, settings_from(read, options, await editor.config(root)))


COMMAND = Command("architect.pipelinePlan", PipelinePlanArgs, PipelinePlan, pipeline_plan)
