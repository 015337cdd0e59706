"""What a client is told of one run."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from architect.acp.session import CallBook
from architect.acp.session_updates import RunUpdates, Update, known_as
from architect.app.live_run import LiveRun
from architect.app.run_title import title_of
from architect.domain.ids import CallId
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.state import AgentState


class RunTeller:
    """A sink; `window` is how many tokens the model reads, and `calls` knows what waits."""

    def __init__(
        self,
        tell: Callable[[Update], None],
        run: LiveRun,
        *,
        window: int,
        now: Callable[[], float],
        names_session: bool,
        terminals: bool,
    ) -> None:
        """`names_session`: the session is called what its first run is about.

        `terminals`: the client shows commands as such.
        """
        self._tell, self._run, self._window = tell, run, window
        self._names_session = names_session
        self._is_of_unit = run.order.unit is not None
        self._updates = RunUpdates(
            run.order.root, run.run_id, terminals=terminals, is_of_unit=self._is_of_unit
        )
        self.calls = CallBook(self._output, grows=self._updates.grows, now=now)

    @property
    def root(self) -> Path:
        return self._run.order.root

    def show(self, record: Record) -> None:
        self.calls.show(record)
        match record.event:
            case RunStarted(title=title, task=task) if self._names_session:
                self._tell(session_info(title_of(title or task), record.at))
            case ModelReplied() as replied if replied.is_to_the_user:
                self._tell(usage_update(self._run.state, self._window))
            case _:
                pass
        for update in self._updates.live(record.event):
            self._tell(update)

    def waiting_call(self, tool: str) -> str | None:
        """The call of that tool about which somebody is asked, as the client knows it."""
        call_id = self.calls.waiting_call(tool)
        return self._known_as(call_id) if call_id else None

    def _output(self, call_id: CallId, text: str) -> None:
        self._tell(self._updates.output(call_id, text))

    def _known_as(self, call_id: CallId) -> str:
        return known_as(self._run.run_id, call_id, is_of_unit=self._is_of_unit)


def session_info(title: str, at: datetime) -> Update:
    """What the session is called."""
    return {"sessionUpdate": "session_info_update", "title": title, "updatedAt": at.isoformat()}


def usage_update(state: AgentState, window: int) -> Update:
    """How full the context is, and what the session has cost if all prices are known."""
    spent = state.session_spending
    update: dict[str, Any] = {
        "sessionUpdate": "usage_update",
        "used": round(window * state.context_percent / 100),
        "size": window,
    }
    if not spent.unpriced_calls:
        update["cost"] = {"amount": spent.cost_usd, "currency": "USD"}
    return update
