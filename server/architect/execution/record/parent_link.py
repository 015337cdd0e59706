"""What the journal of a run says of a run that one of its calls has opened."""

from dataclasses import replace

from architect.domain.ids import CallId, RunId
from architect.domain.journal.background_events import (
    BackgroundEnded,
    BackgroundKept,
    BackgroundStarted,
)
from architect.domain.journal.call_events import (
    ActionPlanned,
    FindingReported,
    HookRan,
    SandboxMissing,
    ToolDecided,
)
from architect.domain.journal.change_events import (
    ChangesNotRecorded,
    FileChanged,
    FileChangeIntended,
)
from architect.domain.journal.check_events import TestsRan
from architect.domain.journal.child_events import (
    ChildCalled,
    ChildDenied,
    ChildFetches,
    ChildFinished,
    ChildReplied,
    ChildStarted,
)
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import (
    MemoryAdded,
    RunFinished,
    RunStarted,
    RunTainted,
    SecretRedacted,
)
from architect.domain.usage import NO_USAGE, Usage
from architect.execution.record.event_recorder import EventRecorder


class ParentLink:
    """A sink for the events of a child that tells its `parent` what counts there.

    That is its start and its end, its calls, its commands in the background, what each reply costs,
    what was denied to it, which texts from outside it fetches and has read, what it found, what it
    planned in a dry run, and what its user has to know: keys that were redacted, hooks that failed,
    commands that ran without a sandbox, tests that ran.
    What its tools change in files is in the journal of the parent anyway, since it works on the
    parent's workspace; what its commands change is told. So nobody has to read the child's own
    journal to resume, to undo or to count what the parent did.

    How its gates went is not told: the parent runs its own when it is done, and a gate that passed
    in a child says nothing of what was changed since. Nor does a child that fails make the parent
    fail, as little as any other call: its model reads so in the result, and may do without.
    """

    def __init__(self, parent: EventRecorder, call_id: CallId) -> None:
        self._parent = parent
        self._call_id = call_id
        self._usage = NO_USAGE
        self._cost_usd: float | None = 0.0

    def show(self, record: Record) -> None:
        """Record in the parent what `record` means for it.

        Raises:
            JournalFault: that could not be written.
        """
        match record.event:
            case RunStarted() as event:
                self._started(record.run_id, event)
            case (
                ModelReplied(usage=usage, cost_usd=cost_usd)
                | ChildReplied(usage=usage, cost_usd=cost_usd)
            ):
                self._replied(record.run_id, usage or NO_USAGE, cost_usd)
            case ToolDecided(allowed=False) | ChildDenied():
                self._denied(record.run_id, record.event)
            case ToolDecided() | ChildCalled() as event:
                self._called(record.run_id, event)
            case ChildFetches(outside=outside) if outside not in self._parent.state.taints:
                self._fetches(record.run_id, outside)
            case RunTainted(source=source) if source not in self._parent.state.taints:
                self._parent.emit(RunTainted(source=source))
            case (
                FindingReported() | ActionPlanned() | TestsRan() | SandboxMissing() | MemoryAdded()
            ) as event:
                self._parent.emit(replace(event, call_id=self._call_id))
            case HookRan(problem=problem) as event if problem:
                self._parent.emit(event)
            case SecretRedacted() as event if not self._knows(event):
                self._parent.emit(event)
            case RunFinished():
                self._finished(record.run_id, record.event)
            case event:
                self._about_commands(record.run_id, event)

    def _started(self, run_id: RunId, started: RunStarted) -> None:
        # The whole task may be long, as that of a review is, and is in the child's own journal.
        called = started.title or started.task
        self._parent.emit(
            ChildStarted(call_id=self._call_id, child_id=run_id, agent=started.agent, task=called)
        )

    def _about_commands(self, run_id: RunId, event: Event) -> None:
        match event:
            case BackgroundStarted() | BackgroundEnded() | BackgroundKept():
                self._parent.emit(replace(event, call_id=self._call_id, child_id=run_id))
            case (
                FileChangeIntended(by_command=True)
                | FileChanged(by_command=True)
                | ChangesNotRecorded()
            ):
                self._parent.emit(replace(event, call_id=self._call_id))
            case _:
                pass

    def _called(self, run_id: RunId, called: ToolDecided | ChildCalled) -> None:
        self._parent.emit(
            ChildCalled(
                call_id=self._call_id, child_id=run_id, name=called.name, summary=called.summary
            )
        )
        outside = called.outside if isinstance(called, ToolDecided) else ""
        if outside and outside not in self._parent.state.taints:
            self._fetches(run_id, outside)

    def _fetches(self, run_id: RunId, outside: str) -> None:
        self._parent.emit(ChildFetches(call_id=self._call_id, child_id=run_id, outside=outside))

    def _knows(self, redacted: SecretRedacted) -> bool:
        known = self._parent.state.redactions
        place = redacted.fingerprint, redacted.where
        return place in ((one.fingerprint, one.where) for one in known)

    def _finished(self, run_id: RunId, finished: RunFinished) -> None:
        self._parent.emit(
            ChildFinished(
                call_id=self._call_id,
                child_id=run_id,
                status=finished.status,
                stop_reason=finished.stop_reason,
                error=finished.error,
                usage=self._usage,
                cost_usd=self._cost_usd,
            )
        )

    def _denied(self, run_id: RunId, denied: ToolDecided | ChildDenied) -> None:
        self._parent.emit(
            ChildDenied(
                call_id=self._call_id,
                child_id=run_id,
                name=denied.name,
                summary=denied.summary,
                by=denied.by,
                reason=denied.reason,
            )
        )

    def _replied(self, run_id: RunId, usage: Usage, cost_usd: float | None) -> None:
        self._usage += usage
        known = self._cost_usd is not None and cost_usd is not None
        self._cost_usd = (self._cost_usd or 0.0) + (cost_usd or 0.0) if known else None
        self._parent.emit(
            ChildReplied(call_id=self._call_id, child_id=run_id, usage=usage, cost_usd=cost_usd)
        )
