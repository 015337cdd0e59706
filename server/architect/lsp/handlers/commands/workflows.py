"""`architect.workflows`: the workflows of the open folders, the newest first."""

import asyncio
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import Field

from architect.app.workflows.listing import ListedWorkflow, known_workflow, listed_workflows
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.workflow_json import known_json, listed_json
from architect.lsp.protocol.workflow_results import WorkflowInfo, Workflows


class WorkflowsArgs(Message):
    """`architect.workflows`; `units` wants those of each as well."""

    units: bool = False
    limit: Annotated[int, Field(ge=1, le=1_000)] = 30


async def workflows(editor: EditorSession, args: WorkflowsArgs, _: object) -> Workflows:
    found: list[tuple[Path, ListedWorkflow]] = []
    for root in editor.folders.all_roots():
        newest = await asyncio.to_thread(_newest, root, args.limit)
        found += [(root, each) for each in newest]
    found.sort(key=lambda each: each[1].workflow_id.partition("-")[2], reverse=True)
    shown = found[: args.limit]
    return {"workflows": [await _shown(editor, root, each, args.units) for root, each in shown]}


def _newest(root: Path, limit: int) -> list[ListedWorkflow]:
    return list(islice(listed_workflows(root), limit))


async def _shown(
    editor: EditorSession, root: Path, each: ListedWorkflow, with_units: bool
) -> WorkflowInfo:
    if (live := editor.workflows.find(each.workflow_id)) is not None:
        return known_json(live.known(), root, with_units=with_units)
    if with_units:
        known = await asyncio.to_thread(known_workflow, root, each.workflow_id)
        return known_json(known, root, with_units=True)
    return listed_json(each, root)


COMMAND = Command("architect.workflows", WorkflowsArgs, Workflows, workflows)
