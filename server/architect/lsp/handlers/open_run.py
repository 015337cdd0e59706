"""The engine's run for a run that was ordered from the editor."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from architect.app.checked_run import CheckedRun
from architect.app.cleanup import clean_up_daily
from architect.app.confirmations import QueuedApprover
from architect.app.event_log import EventLog, LoggedEvent
from architect.app.finding_sink import FindingSink
from architect.app.hunk_sink import HunkSink
from architect.app.live_run import EngineRun, LiveRun
from architect.app.run_order import RunOrder
from architect.app.run_state import WaitsFor
from architect.app.unit_checks import UnitChecks
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.run.search import search_texts
from architect.bootstrap.settings import option_flags
from architect.bootstrap.workflows.unit_run import SpendingSink, config_for
from architect.config.schema import Config
from architect.domain.ids import RunId
from architect.domain.paths import Access
from architect.domain.trace_context import NO_TRACE
from architect.lsp.documents.editor_language import EditorLanguage
from architect.lsp.documents.editor_problems import EditorProblems
from architect.lsp.documents.editor_search import EditorSearch
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.lsp.documents.open_files import OpenFiles
from architect.lsp.documents.save_barrier import SaveBarrier, SaveMode, SavingShell
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.editor_model import editor_model_for
from architect.lsp.progress.run_watch import RunWatch
from architect.lsp.protocol.run_json import event_json
from architect.lsp.questions.message_box import message_box
from architect.lsp.transport.server_interface import Connection
from architect.policy.file_rules import sensitive_files
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.workspace import Workspace


async def open_editor_run(editor: EditorSession, run: LiveRun, watch: RunWatch) -> EngineRun:
    """The run over the files as the editor shows them, asking and showing there.

    Raises:
        ArchitectError: the configuration or the request names something that does not exist.
    """
    order = run.order
    flags = option_flags(order.options)
    config = editor.settings.settings_for(order.root, flags).config
    if order.unit is not None:
        config = config_for(order.unit.order, config)
    request = order.request_under(config)
    editor.warm_up(config.llm)
    if config.sessions.cleans_up:
        await clean_up_daily(order.root, config.sessions, now=time.time())
    workspace = editor.workspace(order.root)
    barrier = save_barrier(
        editor,
        order.root,
        workspace,
        mode=config.edits.save,
        waiting=lambda: run.waiting(WaitsFor.SAVE),
    )
    host = _host(editor, run, watch, config=config, workspace=workspace, barrier=barrier)
    trace = NO_TRACE if order.unit is None else order.unit.order.trace
    credentials = await Credentials(editor.environ).in_trace(trace).with_kept(config.llm)
    factory = RunFactory(ConfiguredParts(config, host, credentials))
    opened = await factory.open(request, await open_session(order.root, order.run_id))
    if order.unit is None:
        return opened
    checks = UnitChecks(order.root, config, credentials, barrier.pass_through)
    return CheckedRun(opened, partial(checks.finish, order.unit))


def _host(
    editor: EditorSession,
    run: LiveRun,
    watch: RunWatch,
    *,
    config: Config,
    workspace: EditorWorkspace,
    barrier: SaveBarrier,
) -> Host:
    """What the editor offers the run."""
    order = run.order
    folder = editor.folders.get(order.root)
    return Host(
        workspace=workspace,
        approver=QueuedApprover(editor.questions, run),
        sinks=tuple(_sinks(editor, run, watch, workspace)),
        search=lambda inner: EditorSearch(
            inner, folder.disk, editor.documents, search_texts=search_texts
        ),
        shell=lambda inner: SavingShell(inner, barrier),
        model=editor_model_for(editor, config.llm),
        open_files=partial(_open_files, editor, workspace),
        problems=problems_of(editor, workspace, config),
        language=language_of(editor, workspace),
        writes=folder.writes,
        keeper=editor.kept.keeper(order.root, run.log),
        tool_servers=editor.mcp if config.mcp.servers else None,
        # What carries on the trace of a workflow is of no use to other runs.
        telemetry=editor.telemetry if config.telemetry.enabled and order.unit is None else None,
        aliases=tuple(one for one in editor.features.folders if one.resolve() == order.root),
    )


def _sinks(
    editor: EditorSession, run: LiveRun, watch: RunWatch, workspace: EditorWorkspace
) -> Iterator[EventSink]:
    """Who in the editor hears of the run."""
    order = run.order
    findings = editor.folders.get(order.root).findings
    yield run.log
    yield FindingSink(findings, workspace, reviewed=order.reviewed, fixes=order.fixes)
    yield HunkSink(editor.hunks, partial(editor.name_of, workspace))
    if order.unit is not None:
        yield SpendingSink(order.unit.spent)
    if (progress := watch.progress_of(run)) is not None:
        yield progress


def _open_files(editor: EditorSession, workspace: EditorWorkspace) -> list[str]:
    root = workspace.locate(".", Access.READ)
    named = OpenFiles(workspace, editor.documents).named_below(root)
    return [name for document, name in named if document.path is not None]


def problems_of(
    editor: EditorSession, workspace: Workspace, config: Config
) -> EditorProblems | None:
    """What the editor reports, if it can be asked."""
    rich = editor.features.rich
    if rich is None or not rich.problems:
        return None
    secrets = sensitive_files(config.guardrails.sensitive_files)
    return EditorProblems(editor.client, workspace, secrets)


def language_of(editor: EditorSession, workspace: Workspace) -> EditorLanguage | None:
    """What the editor knows of symbols, if it can be asked."""
    rich = editor.features.rich
    if rich is None or not rich.language:
        return None
    return EditorLanguage(editor.client, workspace, editor.documents)


def save_barrier(
    editor: EditorSession,
    root: Path,
    workspace: EditorWorkspace,
    *,
    mode: SaveMode,
    waiting: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> SaveBarrier:
    """What has the files saved that are changed through `workspace`."""
    folder = editor.folders.get(root)
    return SaveBarrier(
        workspace.touched,
        OpenFiles(folder.disk, editor.documents),
        editor.client,
        editor.features,
        root=folder.root,
        mode=mode,
        ask=editor.questions.in_turn(message_box(editor.client, editor.features)),
        waiting=waiting,
        save_s=editor.timeouts.save_s,
    )


def live_run(order: RunOrder, connection: Connection, *, shown: bool) -> LiveRun:
    """A run whose events go to the editor as `architect/event` if it wants them."""

    def publish(event: LoggedEvent, droppable: bool) -> None:
        if shown:
            connection.notify("architect/event", event_json(event), droppable=droppable)

    return LiveRun(order, EventLog(RunId(order.run_id), publish))
