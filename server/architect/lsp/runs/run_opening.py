"""The engine's run for a run that was ordered from the editor."""

from architect.bootstrap.credentials import Credentials
from architect.bootstrap.runs import open_run
from architect.bootstrap.searches import search_texts
from architect.bootstrap.session_opening import OpenSession, continued_session, new_session
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.documents.editor_search import EditorSearch
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.lsp.documents.open_files import OpenFiles
from architect.lsp.documents.save_barrier import SaveBarrier, SaveMode, SavingShell
from architect.lsp.hunks.hunk_events import HunkEvents
from architect.lsp.message_box import message_box
from architect.lsp.model.lending import lent_to
from architect.lsp.runs.event_feed import EventFeed
from architect.lsp.runs.live_run import EngineRun, LiveRun, RunOrder
from architect.lsp.runs.prompts import EditorApprover
from architect.lsp.runs.reported_findings import ReportedFindings
from architect.lsp.runs.run_phase import WaitsFor
from architect.lsp.runs.run_watch import RunWatch
from architect.lsp.transport.face import Connection
from architect.ports.event_sink import EventSink
from architect.ports.host import Host


async def open_editor_run(daemon: Daemon, run: LiveRun, watch: RunWatch) -> EngineRun:
    """The run over the files as the editor shows them, asking and showing there.

    Raises:
        ArchitectError: the configuration or the request names something that does not exist.
        RequestFault: no run can work in its root.
    """
    order = run.order
    config = daemon.settings.settings_for(order.root, order.flags).config
    daemon.warm_up(config.llm)
    desk = daemon.desk(order.root)
    workspace = daemon.workspace(order.root)
    barrier = _save_barrier(daemon, run, workspace, mode=config.edits.save)
    progress = watch.progress_of(run)
    sinks: tuple[EventSink, ...] = (
        run.feed,
        ReportedFindings(desk.board, workspace, reviewed=order.reviewed),
        HunkEvents(daemon, workspace),
    )
    host = Host(
        workspace=workspace,
        approver=EditorApprover(daemon.prompts, run),
        sinks=(*sinks, progress) if progress is not None else sinks,
        search=lambda inner: EditorSearch(
            inner, desk.disk, daemon.mirror, search_texts=search_texts
        ),
        shell=lambda inner: SavingShell(inner, barrier),
        model=lent_to(daemon, config.llm),
    )
    session = await _session(order)
    async with session.closed_unless_it_works():
        return await open_run(
            order.request,
            config,
            host=host,
            credentials=Credentials(daemon.environ),
            session=session,
        )


def _save_barrier(
    daemon: Daemon, run: LiveRun, workspace: EditorWorkspace, *, mode: SaveMode
) -> SaveBarrier:
    desk = daemon.desk(run.order.root)
    return SaveBarrier(
        workspace.touched,
        OpenFiles(desk.disk, daemon.mirror),
        daemon.peer,
        daemon.features,
        root=desk.root,
        mode=mode,
        ask=daemon.prompts.in_turn(message_box(daemon.peer, daemon.features)),
        waiting=lambda: run.waiting(WaitsFor.SAVE),
        save_s=daemon.patience.save_s,
    )


async def _session(order: RunOrder) -> OpenSession:
    if order.is_first:
        return new_session(order.root, order.session_id)
    return await continued_session(order.root, order.session_id, run_id=order.run_id)


def live_run(order: RunOrder, connection: Connection, *, shown: bool) -> LiveRun:
    """A run whose events go to the editor as `architect/event` if it wants them."""

    def publish(event: dict[str, object], droppable: bool) -> None:
        if shown:
            connection.notify("architect/event", event, droppable=droppable)

    return LiveRun(order, EventFeed(RunId(order.run_id), publish))
