"""Where every event of a run passes: into the journal, into the state, then to who watches."""

from collections.abc import Sequence

from architect.domain.events import SHOWN_ONLY, Event, Record
from architect.domain.ids import RunId
from architect.domain.redaction import redacted
from architect.domain.state import AgentState, apply
from architect.ports.clock import Clock
from architect.ports.event_sink import EventSink
from architect.ports.journal import Journal


class EventRecorder:
    """Numbers events and keeps the state that follows from them.

    An event is journaled before it is shown, so nobody ever saw what a crash could lose. The
    `secrets` are replaced in it before either, and so never reach the model again.
    """

    def __init__(
        self,
        run_id: RunId,
        *,
        journal: Journal,
        sinks: Sequence[EventSink],
        clock: Clock,
        secrets: Sequence[str] = (),
    ) -> None:
        self.run_id = run_id
        self.state = AgentState()
        self._seq = 0
        self._journal = journal
        self._sinks = sinks
        self._clock = clock
        self._secrets = secrets

    def emit(self, event: Event) -> None:
        """Record and show `event`.

        Raises:
            JournalFault: it could not be written, so it was not shown either.
        """
        event = redacted(event, self._secrets)
        journaled = not isinstance(event, SHOWN_ONLY)
        self._seq += journaled
        record = Record(self.run_id, self._seq, self._clock.now(), event)
        if journaled:
            self._journal.append(record)
            self.state = apply(self.state, event)
        for sink in self._sinks:
            sink.show(record)
