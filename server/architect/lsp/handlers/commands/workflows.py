"""`architect.workflows`: the workflows of the open folders, the newest first."""

import asyncio
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import Field

from architect.app.workflows.listing import KnownWorkflow, known_workflows
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.workflow_json import known_json
from architect.lsp.protocol.workflow_results import Workflows


class WorkflowsArgs(Message):
    """`architect.workflows`; `units` wants those of each as well."""

    units: bool = False
    limit: Annotated[int, Field(ge=1, le=1_000)] = 30


async def workflows(editor: EditorSession, args: WorkflowsArgs, _: object) -> Workflows:
    found: list[tuple[Path, KnownWorkflow]] = []
    for root in editor.folders.all_roots():
        known = await asyncio.to_thread(_newest, root, args.limit)
        found += [(root, editor.workflows.present(each)) for each in known]
    found.sort(key=lambda each: each[1].workflow_id.partition("-")[2], reverse=True)
    return {
        "workflows": [
            known_json(each, root, with_units=args.units) for root, each in found[: args.limit]
        ]
    }


def _newest(root: Path, limit: int) -> list[KnownWorkflow]:
    return list(islice(known_workflows(root), limit))


COMMAND = Command("architect.workflows", WorkflowsArgs, Workflows, workflows)
