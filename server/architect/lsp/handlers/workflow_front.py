"""What the editor brings to the workflows that it asks for, and how they are begun there."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType

from architect.agent.catalog import all_agents, find_agent
from architect.app.errors import BusyError
from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.app.workflows.listing import KnownWorkflow, find_workflow
from architect.app.workflows.manager import LiveWorkflow
from architect.app.workflows.opening import begin, resume
from architect.app.workflows.queued_approvals import QueuedApprovals
from architect.app.workflows.queued_executor import QueuedExecutor
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.records import workflow_files
from architect.domain.errors import ShellFault
from architect.domain.ids import WorkflowId
from architect.domain.workflows.events import WorkflowLimits
from architect.domain.workflows.unit import Place
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.open_run import save_barrier
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.workflow_json import full_json
from architect.lsp.protocol.workflow_results import WorkflowInfo
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitExecutor
from architect.ports.workspace import Workspace
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

    @asynccontextmanager
    async def undoing() -> AsyncGenerator[Workspace]:
        """The files as the editor shows them; what was changed in them is saved behind.

        The next attempt may only run commands, which read the disk.
        """
        workspace = editor.workspace(root)
        yield workspace
        with suppress(ShellFault):
            mode = config.edits.save
            await save_barrier(editor, root, workspace, mode=mode).pass_through()

    def in_place(trees: Trees | None) -> UnitExecutor:
        return QueuedExecutor(
            editor.runs,
            root,
            config,
            workspace=partial(editor.workspace, root),
            undoing=undoing,
            credentials=credentials,
            trees=trees,
        )

    return Front(
        root=root,
        config=config,
        load=lambda file: editor.settings.settings_with(root, file).config,
        credentials=credentials,
        watch=editor.workflow_notices.take,
        in_place=in_place,
        approve=QueuedApprovals(editor.questions) if _asks(editor) else None,
    )


def _asks(editor: EditorSession) -> bool:
    """Whether the editor can show a question; without it, a workflow stops for its approvals."""
    features = editor.features
    return features.show_message_request or (features.rich is not None and features.rich.confirm)


async def front_to_resume(editor: EditorSession, root: Path, known: KnownWorkflow) -> Front:
    """The front end for a workflow in `root` that stopped.

    Raises:
        BusyError: a run is editing where what was cut off has to be undone first.
        RequestFault: the user does not trust what is open.
        ConfigError: something is wrong in the configuration.
    """
    lost = known.state.running.values() if known.state is not None else ()
    if any(each.unit.place is Place.WORKSPACE for each in lost) and editor.runs.is_edited(root):
        raise BusyError(
            english(
                "a run is editing this workspace, where what was cut off has to be undone first; "
                "wait until it ends, or cancel it"
            )
        )
    return await front_of(editor, root)


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
    raise invalid(
        english("workflowId: there is no workflow {workflow_id!r}", workflow_id=workflow_id)
    )


async def begin_workflow(
    editor: EditorSession,
    front: Front,
    settings: Settings,
    limits: WorkflowLimits,
    *,
    title: str,
    wait: bool,
    contents: Iterable[bytes] = (),
) -> WorkflowInfo:
    """Begin a workflow, and answer what it is; how it ended if `wait`.

    `contents` are those of the hidden files of its units.

    Raises:
        UserError: it cannot be.
    """

    async def opened(resources: AsyncExitStack) -> Coordinator:
        return await begin(
            settings,
            limits,
            front,
            title=title,
            resources=resources,
            contents=contents,
        )

    return await _answer(editor, await editor.workflows.start(front.root, opened), wait=wait)


async def resume_workflow(
    editor: EditorSession,
    front: Front,
    workflow_id: WorkflowId,
    *,
    limits: Mapping[str, float | int | None],
    approves: bool = False,
    answers: Mapping[str, bool] = MappingProxyType({}),
    wait: bool,
) -> WorkflowInfo:
    """Resume a workflow that stopped; see `app.workflows.opening.resume`.

    Raises:
        UserError: it cannot be.
    """

    async def opened(resources: AsyncExitStack) -> Coordinator:
        return await resume(
            workflow_id,
            front,
            limits=limits,
            approves=approves,
            answers=answers,
            resources=resources,
        )

    return await _answer(editor, await editor.workflows.start(front.root, opened), wait=wait)


async def _answer(editor: EditorSession, live: LiveWorkflow, *, wait: bool) -> WorkflowInfo:
    if wait:
        await live.ended()
    workflow_id = live.coordinator.workflow_id
    goes_on = editor.workflows.find(workflow_id) is live
    return full_json(live.state, goes_on=goes_on, problem=live.problem)
