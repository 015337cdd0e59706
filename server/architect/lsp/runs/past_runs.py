"""Runs that are no longer in memory, as their journals tell them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from architect.bootstrap.sessions import session_store
from architect.domain.errors import ArchitectError
from architect.domain.events import Record, RunStarted
from architect.domain.fold import apply
from architect.domain.state import AgentState
from architect.lsp.daemon import Daemon
from architect.lsp.results import RunInfo
from architect.lsp.runs.event_feed import number_of
from architect.lsp.runs.live_run import run_figures
from architect.lsp.runs.orders import title_of
from architect.lsp.runs.run_phase import Phase, outcome_of
from architect.lsp.wire import event_params, plain
from architect.services.sessions import find_runs


@dataclass(frozen=True, slots=True)
class PastRun:
    """A run of `root` as its `RunInfo`, and its events as `architect.events` gives them.

    It goes on in another process unless it `is_over`.
    """

    root: Path
    is_over: bool
    info: RunInfo
    events: list[dict[str, Any]]


async def past_run(daemon: Daemon, run_id: str) -> PastRun | None:
    """The run of that id in one of the open folders; None if there is none."""
    for root in daemon.all_roots():
        try:
            session, runs = await find_runs(session_store(root), run_id)
        except ArchitectError:
            continue
        records = [record for record in session.records if record.run_id in runs[:1]]
        if records and isinstance(records[0].event, RunStarted):
            return _past(root, records, is_live=session.is_live)
    return None


def _past(root: Path, records: list[Record], *, is_live: bool) -> PastRun:
    state = AgentState()
    for record in records:
        state = apply(state, record.event)
    started = records[0].event
    assert isinstance(started, RunStarted)
    is_over = state.status is not None or not is_live
    info: RunInfo = {
        "runId": records[0].run_id,
        "state": Phase.DONE if is_over else Phase.RUNNING,
        "position": 0,
        "sessionId": started.session_id,
        "title": plain(title_of(started.task)),
        "agent": started.agent,
        "root": str(root),
        "startedAt": plain(records[0].at),
        "seq": number_of(records[-1]),
        **run_figures(state),
    }
    if is_over:
        info["outcome"] = outcome_of(state)
    if state.error is not None:
        info["error"] = state.error.message
    events = [event_params(record, seq=number_of(record)) for record in records]
    return PastRun(root, is_over, info, events)
