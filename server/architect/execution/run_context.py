"""Everything one run works with, and the terms that hold for each of its calls."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import field
from itertools import count
from typing import TYPE_CHECKING

from architect.domain.ids import CallId, RunId
from architect.domain.journal.context_events import RulesTold, ToolsAnnounced
from architect.domain.journal.events import Event
from architect.domain.journal.run_events import ServerSaid, ToolLeftOut
from architect.domain.journal.state import AgentState, Spending
from architect.domain.run_request import RunRequest
from architect.domain.shell import RUN_COMMAND
from architect.domain.trace_context import NO_TRACE, TraceContext
from architect.execution.background_commands import RunningCommands
from architect.execution.confirm import ConfirmationGate
from architect.execution.context_window import ContextWindow
from architect.execution.gate_runner import GateRunner
from architect.execution.message_queue import MessageQueue
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.record.journaled_workspace import JournaledWorkspace
from architect.execution.result_room import ResultLimits
from architect.execution.stop_signal import StopSignal
from architect.execution.stopwatch import Pause, covered_s
from architect.frozen import frozen
from architect.policy.guardrails import RunTotals
from architect.ports.change_watch import ChangeWatch
from architect.ports.checkpoints import Checkpoints
from architect.ports.child_runs import ChildRun
from architect.ports.clock import Clock
from architect.ports.crash_log import CrashLog
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import RunHooks
from architect.ports.journal import Journal
from architect.ports.memory_store import MemoryStore
from architect.ports.model import Model
from architect.ports.originals import Originals
from architect.ports.problem_reports import ProblemReports
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.telemetry import Telemetry
from architect.ports.workspace import Workspace
from architect.tools.registry import ToolRegistry

if TYPE_CHECKING:
    from architect.execution.proposing_workspace import ProposingWorkspace


@frozen(kw_only=True)
class CallRules:
    """What holds for every call of a run; `allowed` None means every registered tool.

    `proposes` says that the workspace is an overlay, whose changes are proposals.
    """

    allowed: frozenset[str] | None = None
    dry_run: bool = False
    results: ResultLimits
    proposes: bool = False


News = RulesTold | ToolsAnnounced | ToolLeftOut | ServerSaid
RulesDue = Callable[[AgentState], Awaitable[Sequence[News]]]


async def _no_rules(_: AgentState) -> Sequence[News]:
    """What there is to tell where no folder has rules of its own."""
    return ()


async def _all_there(name: str = "") -> None:
    """What there is to wait for where no server is being connected."""


async def _nothing() -> None:
    """What there is to learn where no file states anything."""


@frozen(kw_only=True)
class RunContext:
    """What the loop, the engine and the tools of one run share.

    `resources` closes all that was opened for the run, the last first. `open_child` opens a run
    under this one for a call; `children` are those so far, and `parent` is the run above this one.
    `waits` are the times in which calls waited for a person. `compaction_wishes` are
    those of the user at the end of this step, each with what matters, or empty. `messages` are what
    the user says meanwhile. `learn_secrets` has the redactor know what files nearby state.
    `rules_due` gives the rules for the files that a conversation has come to and that it was not
    told, and tells of new tools. `tools_arrived` waits for the tool of a name, or for all, as long
    as servers are being connected. `memory` is None where nothing is remembered;
    `keeps_corrections` says that what users correct is. `watch` notices what commands change.
    `problems` are what language servers report of files, if the model is to be told.
    `background` are the commands that go on between calls. `bare_shell` is where
    commands run, before anything is recorded of them: one for a run and those below it.
    `checkpoints` keep the tree behind every `checkpoint_every` steps that may have changed it, None
    if they do not. `telemetry` tells a backend of it, None if nothing does. `takes_images` says
    whether the model may be shown images.
    """

    workspace: Workspace
    search: Search
    shell: Shell
    bare_shell: Shell
    model: Model
    tools: ToolRegistry
    guardrails: Guardrails
    hooks: RunHooks
    gates: GateRunner
    confirmation: ConfirmationGate
    rules: CallRules
    recorder: EventRecorder
    journal: Journal
    originals: Originals
    watch: ChangeWatch
    clock: Clock
    stop: StopSignal
    crashes: CrashLog
    resources: AsyncExitStack
    open_child: "OpenChildOf"
    background: RunningCommands
    memory: MemoryStore | None = None
    keeps_corrections: bool = False
    parent: "RunContext | None" = None
    children: "list[RunContext]" = field(default_factory=list["RunContext"])
    child_numbers: Iterator[int] = field(default_factory=lambda: count(1))
    waits: list[Pause] = field(default_factory=list[Pause])
    compaction_wishes: list[str] = field(default_factory=list[str])
    messages: MessageQueue = field(default_factory=MessageQueue)
    problems: ProblemReports | None = None
    learn_secrets: Callable[[], Awaitable[None]] = _nothing
    rules_due: RulesDue = _no_rules
    tools_arrived: Callable[..., Awaitable[None]] = _all_there
    checkpoints: Checkpoints | None = None
    checkpoint_every: int = 1
    telemetry: Telemetry | None = None
    takes_images: bool = True

    @property
    def run_id(self) -> RunId:
        return self.recorder.run_id

    @property
    def window(self) -> ContextWindow:
        """How long the conversation may become."""
        return self.rules.results.window

    @property
    def state(self) -> AgentState:
        """What follows from the events so far."""
        return self.recorder.state

    def trace_of(self, call_id: CallId | None = None) -> TraceContext:
        """What carries on the trace of the run, or of a call in it."""
        if self.telemetry is None:
            return NO_TRACE
        return self.telemetry.trace_of(self.run_id, call_id)

    def emit(self, event: Event) -> None:
        """Record and show `event`.

        Raises:
            JournalFault: it could not be written, so it was not shown either.
        """
        self.recorder.emit(event)

    def recorded_workspace(self, call_id: CallId) -> "JournaledWorkspace | ProposingWorkspace":
        """The files as one call changes them: every change is put on record."""
        if not self.rules.proposes:
            return JournaledWorkspace(
                self.workspace, call_id=call_id, emit=self.emit, originals=self.originals
            )
        from architect.execution.proposing_workspace import ProposingWorkspace

        return ProposingWorkspace(
            self.workspace, call_id=call_id, emit=self.emit, originals=self.originals
        )

    @property
    def may_record_commands(self) -> bool:
        """Whether a command of the run may change files, which is put on record then."""
        allowed = self.rules.allowed
        runs_commands = self.tools.has_tool(RUN_COMMAND) and (
            allowed is None or RUN_COMMAND in allowed
        )
        return runs_commands and not (self.rules.dry_run or self.rules.proposes)

    def totals(self) -> RunTotals:
        """What all runs from the first one on have done so far that guardrails limit.

        What a child changes is on record in its parent too, and so in the first one. What commands
        change does not count: it is known too late, and a formatter would use up every limit.
        """
        first = self.first
        files = (*first.state.files_edited, *first.state.files_proposed)
        return RunTotals(files, first.state.lines_changed, first.commands_run)

    @property
    def first(self) -> "RunContext":
        """The run that a front end opened: this one, or the one above all."""
        return self if self.parent is None else self.parent.first

    def below(self) -> "Iterator[RunContext]":
        """The run itself and all that were opened under it."""
        yield self
        for child in self.children:
            yield from child.below()

    @property
    def waited_s(self) -> float:
        """How long the run and those below it waited for the person, together."""
        return covered_s(wait for run in self.below() for wait in run.waits)

    @property
    def commands_run(self) -> int:
        """The commands of the run and of those below it."""
        return self.state.commands_run + sum(child.commands_run for child in self.children)

    @property
    def spending(self) -> Spending:
        """What counts against the budget: that of the session, with all runs that were opened."""
        return self.first.state.session_spending


OpenChildOf = Callable[[RunRequest, RunContext, CallId], Awaitable[ChildRun]]
"""Opens a run under that one for that call."""
