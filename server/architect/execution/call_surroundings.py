"""What one call reaches the world through: recorded, guarded, and shown."""

from architect.domain import events as ev
from architect.domain.findings import Finding
from architect.domain.ids import CallId
from architect.domain.shell import Confinement, Stream
from architect.execution.event_recorder import EventRecorder
from architect.execution.guarded_search import GuardedSearch
from architect.execution.guarded_workspace import GuardedWorkspace
from architect.execution.journaled_workspace import JournaledWorkspace
from architect.execution.outside import EngineRules, Outside
from architect.execution.proposing_workspace import ProposingWorkspace
from architect.execution.screen import Screened
from architect.execution.watched_shell import WatchedShell
from architect.policy.guardrails import RunTotals
from architect.ports.shell import Shell
from architect.tools.base import ToolContext


class CallSurroundings:
    """Makes the context of each call of a run."""

    def __init__(self, outside: Outside, rules: EngineRules, recorder: EventRecorder) -> None:
        self._outside = outside
        self._rules = rules
        self._recorder = recorder

    def totals(self) -> RunTotals:
        """What the run has done so far that limits are about."""
        state = self._recorder.state
        files = (*state.files_modified, *state.files_proposed)
        return RunTotals(files, state.lines_changed, state.commands_run)

    def workspace(self, call_id: CallId, screened: Screened) -> GuardedWorkspace:
        """The files as the call may see and change them; every change is recorded."""
        recorded = ProposingWorkspace if self._rules.proposes else JournaledWorkspace
        journaled = recorded(
            self._outside.workspace,
            call_id=call_id,
            emit=self._recorder.emit,
            originals=self._outside.originals,
        )
        return GuardedWorkspace(
            journaled, self._outside.guardrails, admitted=screened.files, totals=self.totals
        )

    def context(
        self, call_id: CallId, screened: Screened, workspace: GuardedWorkspace
    ) -> ToolContext:
        """All that the tool gets beside its arguments."""

        def show(stream: Stream, text: str) -> None:
            self._recorder.emit(ev.ToolOutput(call_id=call_id, stream=stream, text=text))

        def confined(confinement: Confinement) -> None:
            if confinement.missing:
                self._recorder.emit(ev.SandboxMissing(call_id=call_id, reason=confinement.missing))

        def report(finding: Finding) -> bool:
            known = {each.finding_id for each in self._recorder.state.findings}
            if finding.finding_id in known:
                return False
            self._recorder.emit(ev.FindingReported(call_id=call_id, finding=finding))
            return True

        return ToolContext(
            workspace=workspace,
            search=GuardedSearch(
                self._outside.search, self._outside.guardrails, admitted=screened.files
            ),
            shell=self._shell(call_id),
            on_output=show,
            run_id=self._recorder.run_id,
            report=report,
            vet=workspace.vet,
            confined=confined,
        )

    def _shell(self, call_id: CallId) -> Shell:
        if not self._rules.watches_tests:
            return self._outside.shell
        return WatchedShell(self._outside.shell, call_id=call_id, emit=self._recorder.emit)
