"""The engine's run for a run that was ordered from the editor."""

from architect.bootstrap.runs import Credentials, open_run
from architect.bootstrap.searches import search_texts
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.documents.editor_search import EditorSearch
from architect.lsp.documents.open_files import OpenFiles
from architect.lsp.documents.save_barrier import SaveBarrier, SavingShell
from architect.lsp.message_box import message_box
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
    desk = daemon.desk(order.root)
    workspace = daemon.workspace(order.root)
    barrier = SaveBarrier(
        workspace.touched,
        OpenFiles(desk.disk, daemon.mirror),
        daemon.peer,
        daemon.features,
        root=desk.root,
        mode=config.edits.save,
        ask=daemon.prompts.in_turn(message_box(daemon.peer, daemon.features)),
        waiting=lambda: run.waiting(WaitsFor.SAVE),
        save_s=daemon.patience.save_s,
    )
    progress = watch.progress_of(run)
    sinks: tuple[EventSink, ...] = (
        run.feed,
        ReportedFindings(desk.board, workspace, reviewed=order.reviewed),
    )
    host = Host(
        workspace=workspace,
        approver=EditorApprover(daemon.prompts, run),
        sinks=(*sinks, progress) if progress is not None else sinks,
        search=lambda inner: EditorSearch(
            inner, desk.disk, daemon.mirror, search_texts=search_texts
        ),
        shell=lambda inner: SavingShell(inner, barrier),
    )
    return await open_run(
        order.request,
        config,
        host=host,
        credentials=Credentials(daemon.environ),
        session_id=order.session_id,
    )


def live_run(order: RunOrder, connection: Connection, *, shown: bool) -> LiveRun:
    """A run whose events go to the editor as `architect/event` if it wants them."""

    def publish(event: dict[str, object], droppable: bool) -> None:
        if shown:
            connection.notify("architect/event", event, droppable=droppable)

    return LiveRun(order, EventFeed(RunId(order.run_id), publish))
