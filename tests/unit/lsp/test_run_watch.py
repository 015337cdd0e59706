"""Progress items of runs, and the trap of pygls that they go around."""

import asyncio
from pathlib import Path
from typing import Any, cast

from lsprotocol.types import WorkDoneProgressBegin, WorkDoneProgressEnd
from pygls.progress import Progress
from pygls.protocol import LanguageServerProtocol

from architect.app.event_log import EventLog
from architect.app.live_run import LiveRun
from architect.app.run_order import RunOrder
from architect.app.run_state import Outcome
from architect.domain.ids import RunId
from architect.domain.run_request import RunRequest
from architect.lsp.progress.run_watch import RunWatch
from architect.lsp.protocol.client_features import client_features

WITH_PROGRESS = client_features({"capabilities": {"window": {"workDoneProgress": True}}})


class Editor:
    """Takes notifications and answers every request with null."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []

    def notify(self, method: str, params: Any = None, *, droppable: bool = False) -> None:
        self.told.append((method, params))

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        self.told.append((method, params))


def run_with(token: str | int | None) -> LiveRun:
    run_id = RunId("s1.1")
    order = RunOrder(RunRequest("t", "build"), Path("/w"), "mend it", run_id, client_token=token)
    return LiveRun(order, EventLog(run_id, lambda _event, _droppable: None))


def test_a_run_is_found_by_the_token_of_its_progress_until_it_ends() -> None:
    async def scene() -> None:
        watch, run = RunWatch(Editor(), WITH_PROGRESS), run_with(7)
        watch.begins(run)
        assert watch.run_of(7) is run
        watch.ends(run, Outcome.COMPLETED)
        assert watch.run_of(7) is None
        assert watch.progress_of(run) is None

    asyncio.run(scene())


def test_a_run_without_a_token_gets_one_of_ours_that_goes_with_it() -> None:
    async def scene() -> None:
        editor = Editor()
        watch, run = RunWatch(editor, WITH_PROGRESS), run_with(None)
        watch.begins(run)
        progress = watch.progress_of(run)
        assert progress is not None
        assert watch.run_of(progress.token) is run
        watch.ends(run, Outcome.FAILED)
        assert watch.run_of(progress.token) is None

    asyncio.run(scene())


def test_pygls_itself_keeps_every_token() -> None:
    class Lines:
        def notify(self, method: str, params: Any) -> None:
            pass

    progress = Progress(cast(LanguageServerProtocol, Lines()))
    progress.begin(7, WorkDoneProgressBegin(title="mend it"))
    progress.end(7, WorkDoneProgressEnd())
    assert 7 in vars(progress)["tokens"]
