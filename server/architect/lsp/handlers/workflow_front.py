"""What the editor brings to the workflows that it asks for, and how they are begun there."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from architect.agent.catalog import all_agents, find_agent
from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.app.workflows.listing import KnownWorkflow, find_workflow
from architect.app.workflows.manager import LiveWorkflow
from architect.app.workflows.opening import begin, resume
from architect.app.workflows.queued_executor import QueuedExecutor
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.records import workflow_files
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import WorkflowId
from architect.domain.workflows.events import WorkflowLimits
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.workflow_json import units_json, workflow_json
from architect.lsp.protocol.workflow_results import WorkflowInfo
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitExecutor
from architect.workflows.coordinator import Coordinator


async def front_of(editor: EditorSession, root: Path) -> Front:
    """The front end for workflows in `root`.

    Raises:
        RequestFault: the user does not trust what is open.
        ConfigError: something is wrong in the configuration.
    """
    editor.expect_trust()
    config = await editor.config(root)
    editor.folders.get(root)
    credentials = await Credentials(editor.environ).with_kept(config.llm)

    def in_place(trees: Trees | None) -> UnitExecutor:
        return QueuedExecutor(
            editor.runs,
            root,
            config,
            workspace=partial(editor.workspace, root),
            credentials=credentials,
            trees=trees,
        )

    return Front(
        root=root,
        config=config,
        load=_refuse,
        credentials=credentials,
        watch=editor.workflow_notices.take,
        in_place=in_place,
    )


def _refuse(file: Path) -> Config:
    """A record in a workspace that is open must not choose which settings count."""
    raise UserError(
        f"the workflow has runs with the configuration {str(file)!r}; resume it with "
        "`architect resume`"
    )


def agent_named(front: Front, name: str) -> str:
    """The name of an agent that there is.

    Raises:
        UnknownAgentError: there is none.
    """
    return find_agent(all_agents(front.config.agents), name).name


async def workflow_named(editor: EditorSession, workflow_id: str) -> tuple[Path, KnownWorkflow]:
    """The root of a workflow of the open folders, and what is known of it.

    Raises:
        RequestFault: there is none of that id.
    """
    if (live := editor.workflows.find(workflow_id)) is not None:
        return live.root, live.known()
    for root in editor.folders.all_roots():
        if workflow_files(root).has(workflow_id):
            return root, await asyncio.to_thread(find_workflow, root, workflow_id)
    raise invalid(f"workflowId: there is no workflow {workflow_id!r}")


async def begin_workflow(
    editor: EditorSession,
    front: Front,
    settings: Settings,
    limits: WorkflowLimits,
    *,
    title: str,
    in_copies: bool,
    wait: bool,
) -> WorkflowInfo:
    """Begin a workflow, and answer what it is; how it ended if `wait`.

    Raises:
        UserError: it cannot be.
    """

    async def opened(resources: AsyncExitStack) -> Coordinator:
        return await begin(
            settings, limits, front, title=title, in_copies=in_copies, resources=resources
        )

    return await _answer(editor, await editor.workflows.start(front.root, opened), wait=wait)


async def resume_workflow(
    editor: EditorSession,
    front: Front,
    workflow_id: WorkflowId,
    *,
    limits: Mapping[str, float | int | None],
    approves: bool,
    wait: bool,
) -> WorkflowInfo:
    """Resume a workflow that stopped.

    Raises:
        UserError: it cannot be.
    """

    async def opened(resources: AsyncExitStack) -> Coordinator:
        return await resume(
            workflow_id, front, limits=limits, approves=approves, resources=resources
        )

    return await _answer(editor, await editor.workflows.start(front.root, opened), wait=wait)


async def _answer(editor: EditorSession, live: LiveWorkflow, *, wait: bool) -> WorkflowInfo:
    if wait:
        await live.ended()
    workflow_id = live.coordinator.workflow_id
    goes_on = editor.workflows.find(workflow_id) is live
    return {**workflow_json(live.state, goes_on=goes_on), "units": units_json(live.state)}
