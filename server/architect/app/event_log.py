"""The events of one run in order, kept so that a front end can ask for them again."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from architect.app.run_info import RunStanding
from architect.domain.ids import RunId
from architect.domain.journal.events import SHOWN_ONLY, Event, Record
from architect.frozen import frozen

MAX_EVENTS = 5_000
"""Kept of a run; whoever comes later finds the rest in the journal of the session."""

_STEP = 1_000
"""From one journaled event to the next; a run changes its state a few times between two of them."""


@frozen
class StateChange:
    """A run stands elsewhere now, which the journal does not have; `title` is what it is called."""

    at: datetime
    standing: RunStanding
    title: str = ""


@frozen
class LoggedEvent:
    """One event with its number in the run; deltas carry the number of the event before them."""

    seq: int
    run_id: RunId
    what: Record | StateChange


Publish = Callable[[LoggedEvent, bool], None]
"""Shows one event; the second value says whether it may be lost."""


class EventLog:
    """Numbers what happens in a run and keeps it.

    Every event but deltas has a number of its own; a delta is shown once and not kept. Events of
    the journal have the same number in every process, and between two of them there is room for
    states, so that a reader can go on after a restart.
    """

    def __init__(self, run_id: RunId, publish: Publish) -> None:
        self._run_id = run_id
        self._publish = publish
        self._kept: list[LoggedEvent] = []
        self.seq = 0

    def show(self, record: Record) -> None:
        if isinstance(record.event, SHOWN_ONLY):
            self._publish(LoggedEvent(self.seq, self._run_id, record), True)
        else:
            self.seq = max(self.seq + 1, number_of(record))
            self._keep(record)

    def show_state(self, standing: RunStanding, title: str) -> None:
        self.seq += 1
        self._keep(StateChange(datetime.now(UTC), standing, title))

    def show_late(self, at: datetime, event: Event) -> None:
        """Show what happens when the run is over and its record is closed."""
        self.seq += 1
        self._keep(Record(self._run_id, self.seq, at, event))

    def page(self, after: int, limit: int) -> tuple[list[LoggedEvent], int]:
        """Up to `limit` events behind number `after`, and the number to go on from."""
        return page_of(self._kept, after, limit)

    def all(self) -> list[LoggedEvent]:
        """Everything that is kept."""
        return list(self._kept)

    def _keep(self, what: Record | StateChange) -> None:
        event = LoggedEvent(self.seq, self._run_id, what)
        self._kept.append(event)
        if len(self._kept) > MAX_EVENTS:
            del self._kept[0]
        self._publish(event, False)


def page_of(events: Sequence[LoggedEvent], after: int, limit: int) -> tuple[list[LoggedEvent], int]:
    """Up to `limit` of `events` behind number `after`, and the number to go on from."""
    found = [event for event in events if event.seq > after][:limit]
    return found, found[-1].seq if found else max(after, 0)


def number_of(record: Record) -> int:
    """The number of a journaled event among all events of its run."""
    return record.seq * _STEP
