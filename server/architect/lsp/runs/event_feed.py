"""The events of one run, as the editor is shown them and can ask for them again."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from architect.domain.events import SHOWN_ONLY, Record
from architect.domain.ids import RunId
from architect.lsp.results import RunStanding, RunState
from architect.lsp.runs.run_phase import WaitsFor
from architect.lsp.wire import event_params, plain

MAX_EVENTS = 5_000
"""Kept of a run; whoever comes later finds the rest in the journal of the session."""

_STEP = 1_000
"""From one journaled event to the next; a run changes its state a few times between two of them."""

Publish = Callable[[dict[str, Any], bool], None]
"""Shows the parameters of one `architect/event`; the second value says whether it may be lost."""


class EventFeed:
    """Numbers what happens in a run and keeps it for `architect.events`.

    Every event but deltas has a number of its own; a delta carries the number of the event before
    it, is shown once and not kept. Those of the journal have the same number in every process, and
    between two of them there is room for states, so that a reader can go on after a restart.
    """

    def __init__(self, run_id: RunId, publish: Publish) -> None:
        self._run_id = run_id
        self._publish = publish
        self._kept: list[dict[str, Any]] = []
        self.seq = 0

    def show(self, record: Record) -> None:
        if isinstance(record.event, SHOWN_ONLY):
            self._publish(event_params(record, seq=self.seq), True)
        else:
            self.seq = max(self.seq + 1, number_of(record))
            self._keep(event_params(record, seq=self.seq))

    def show_state(self, standing: RunStanding, waits_for: WaitsFor | None) -> None:
        """An event `run.state` that the journal does not have."""
        self.seq += 1
        event: RunState = {
            "runId": self._run_id,
            "seq": self.seq,
            "ts": plain(datetime.now(UTC)),
            "type": "run.state",
            **standing,
        }
        if waits_for is not None:
            event["waitsFor"] = waits_for
        self._keep(dict(event))

    def page(self, after: int, limit: int) -> tuple[list[dict[str, Any]], int]:
        """Up to `limit` events behind number `after`, and the number to go on from."""
        found = [event for event in self._kept if event["seq"] > after][:limit]
        return found, found[-1]["seq"] if found else max(after, 0)

    def _keep(self, event: dict[str, Any]) -> None:
        self._kept.append(event)
        if len(self._kept) > MAX_EVENTS:
            del self._kept[0]
        self._publish(event, False)


def number_of(record: Record) -> int:
    """The number of a journaled event among all events of its run."""
    return record.seq * _STEP
