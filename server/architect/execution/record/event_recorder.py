"""Where every event of a run passes: into the journal, into the state, then to who watches."""

from collections.abc import Iterable, Sequence

from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import (
    FindingReported,
    ToolFinished,
    ToolOutput,
    ToolRequested,
)
from architect.domain.journal.change_events import FileChanged, FileProposed
from architect.domain.journal.events import JOURNALED_ONLY, SHOWN_ONLY, Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import (
    ModelDelta,
    ModelItems,
    ModelReasoning,
    ModelReplied,
)
from architect.domain.journal.run_events import RunFinished, RunStarted, SecretRedacted
from architect.domain.journal.state import AgentState
from architect.domain.messages import ToolCall
from architect.domain.redaction import Redaction, rewritten
from architect.execution.record.live_texts import LiveTexts
from architect.l10n import english
from architect.policy.secrets.redactor import Redactor
from architect.ports.clock import Clock
from architect.ports.event_sink import EventSink
from architect.ports.journal import Journal


class EventRecorder:
    """Numbers events and keeps the state that follows from them.

    An event is journaled before it is shown, so nobody ever saw what a crash could lose. Keys are
    replaced in it before either, and so never reach the model, whose context is the state.
    """

    def __init__(
        self,
        run_id: RunId,
        *,
        journal: Journal,
        sinks: Sequence[EventSink],
        clock: Clock,
        redactor: Redactor | None = None,
        state: AgentState | None = None,
        parent: "EventRecorder | None" = None,
    ) -> None:
        """`state` is what the session has come to before this run.

        `parent` records the run above this one, which a `ParentLink` among the `sinks` tells of it.
        """
        self.run_id = run_id
        self.state = state or AgentState()
        self.redactor = redactor or Redactor()
        self._parent = parent
        self._seq = 0
        self._journal = journal
        self._sinks = sinks
        self._clock = clock
        self._live = LiveTexts(self.redactor)
        self._as_sent: dict[CallId, ToolCall] = {}
        self._pending: list[SecretRedacted] = []
        self._told: set[tuple[str, str]] = set()

    @property
    def taints(self) -> Sequence[str]:
        """Where texts come from that strangers may have written, of all runs under the first one.

        What one of them has read may be in a file by now that another one reads.
        """
        return self.state.taints if self._parent is None else self._parent.taints

    def emit(self, event: Event) -> None:
        """Record and show `event`, then what was redacted in it.

        Raises:
            JournalFault: it could not be written, so it was not shown either.
        """
        if isinstance(event, ModelDelta | ModelReasoning | ToolOutput):
            self._show(self._live.push(event))
            return
        if isinstance(event, ModelReplied):
            self._remember(event.calls)
        event, redactions = self._clean(event)
        self.note(redactions, where=_where(event))
        self._show(self._live.rest_before(event))
        if isinstance(event, SHOWN_ONLY):
            self._show([event])
            return
        if isinstance(event, RunFinished):
            self._tell_redactions()
        self._record(event)
        self._tell_redactions()

    def as_sent(self, call: ToolCall) -> ToolCall:
        """`call` with the arguments the model sent, keys and all, as it has to be carried out."""
        return self._as_sent.get(call.id, call)

    def note(self, redactions: Iterable[Redaction], *, where: str) -> None:
        """Have it told with the next event that keys were replaced, each once for each place."""
        where = self.redactor.clean(where).text  # the name of a file may be a key, too
        for redaction in redactions:
            if (known := (redaction.fingerprint, where)) not in self._told:
                self._told.add(known)
                self._pending.append(
                    SecretRedacted(
                        rule=redaction.rule,
                        fingerprint=redaction.fingerprint,
                        where=where,
                        count=redaction.count,
                    )
                )

    def _remember(self, calls: Iterable[ToolCall]) -> None:
        """Keep those of `calls` as they are that have keys in them."""
        for call in calls:
            if self.redactor.clean(call.arguments).redactions:
                self._as_sent[call.id] = call

    def _clean(self, event: Event) -> tuple[Event, list[Redaction]]:
        redactions: list[Redaction] = []

        def clean(text: str) -> str:
            cleaned = self.redactor.clean(text)
            redactions.extend(cleaned.redactions)
            return cleaned.text

        return rewritten(event, clean), redactions

    def _tell_redactions(self) -> None:
        pending, self._pending = self._pending, []
        for redacted in pending:
            self._record(redacted)

    def _record(self, event: Event) -> None:
        self._seq += 1
        record = Record(self.run_id, self._seq, self._clock.now(), event)
        self._journal.append(record)
        self.state = apply(self.state, event)
        if isinstance(event, JOURNALED_ONLY):
            return
        for sink in self._sinks:
            sink.show(record)

    def _show(self, events: Iterable[Event]) -> None:
        for event in events:
            record = Record(self.run_id, self._seq, self._clock.now(), event)
            for sink in self._sinks:
                sink.show(record)


def _where(event: Event) -> str:
    """What of the run an event holds, in words: a path where there is one."""
    match event:
        case RunStarted():
            return english("the task and what came with it")
        case ModelReplied() | ModelItems():
            return english("a reply of the model")
        case ToolRequested():
            return english("the arguments of {name}", name=event.name)
        case ToolFinished():
            return result_place(event.name, event.path)
        case FileChanged() | FileProposed():
            return event.path
        case FindingReported():
            return event.finding.path
        case _:
            return event.type


def result_place(tool: str, path: str | None) -> str:
    """Where a result comes from, in words."""
    return path or english("the result of {tool}", tool=tool)
