"""What one call reaches the world through: recorded, guarded, and shown."""

from collections.abc import Awaitable, Sequence

from architect.domain.errors import GuardrailRefusedError
from architect.domain.ids import CallId
from architect.domain.journal.call_events import UserAsked
from architect.domain.memory import MemoryKind, MemoryNote
from architect.domain.run_request import RunRequest
from architect.domain.user_questions import UserQuestion
from architect.domain.verdict import Choice
from architect.execution.guarded_search import GuardedSearch
from architect.execution.guarded_workspace import GuardedWorkspace
from architect.execution.notes import checked_note, keep_note
from architect.execution.record.told_by_tool import ToldByTool
from architect.execution.run_context import RunContext
from architect.execution.screen import Screened
from architect.execution.stopwatch import Stopwatch
from architect.l10n import at
from architect.ports.child_runs import ChildRun
from architect.ports.hooks import HookBlock
from architect.ports.shell import Shell
from architect.tools.context import ResultRoom, ToolContext
from architect.tools.seen_files import SeenFiles


class ToolContextFactory:
    """Makes the context of each call of a run."""

    def __init__(self, run: RunContext) -> None:
        self._run = run
        self._seen = SeenFiles(lambda: run.state)

    @property
    def room(self) -> ResultRoom:
        """What the result of a call of the last reply may take."""
        return self._run.rules.results.room(self._run.state)

    def workspace(self, call_id: CallId, screened: Screened) -> GuardedWorkspace:
        """The files as the call may see and change them; every change is recorded."""
        run = self._run
        return GuardedWorkspace(
            run.recorded_workspace(call_id),
            run.guardrails,
            admitted=screened.files,
            totals=run.totals,
        )

    def context(
        self,
        call_id: CallId,
        screened: Screened,
        workspace: GuardedWorkspace,
        watch: Stopwatch,
    ) -> ToolContext:
        """All that the tool gets beside its arguments; `watch` skips what a person takes."""
        run = self._run
        told = ToldByTool(call_id, run.emit, lambda: run.state)

        async def ask_hooks_about(path: str) -> None:
            call = screened.call
            answer = await run.hooks.before_tool(call.tool.name, {**call.arguments, "path": path})
            if isinstance(answer, HookBlock):
                raise GuardrailRefusedError("hook", at(path, answer.reason))

        def open_child(request: RunRequest) -> Awaitable[ChildRun]:
            return run.open_child(request, run, call_id)

        async def ask(question: str, answers: Sequence[str]) -> str | None:
            with watch.paused():
                return await self._asked(call_id, question, answers)

        def check_note(kind: MemoryKind, text: str) -> MemoryNote:
            return checked_note(run, kind, text)

        def remember(kind: MemoryKind, text: str) -> Awaitable[MemoryNote | None]:
            return keep_note(run, kind, text, call_id=call_id)

        return ToolContext(
            workspace=workspace,
            search=GuardedSearch(run.search, run.guardrails, admitted=screened.files),
            shell=self._shell(call_id),
            on_output=told.output,
            run_id=run.run_id,
            report=told.finding,
            check_change=workspace.check_change,
            ask_hooks_about=ask_hooks_about,
            confined=told.confined,
            open_child=open_child,
            seen=self._seen,
            hidden_in=run.recorder.redactor.hidden_in,
            call_id=call_id,
            only_proposes=run.rules.proposes,
            room=self.room,
            plan=told.plan,
            background=run.background,
            ask=ask,
            check_note=check_note,
            remember=remember,
        )

    async def _asked(self, call_id: CallId, question: str, answers: Sequence[str]) -> str | None:
        """What the person says to a question of the model, if there is one who does."""
        answer = await self._run.confirmation.ask(question, answers)
        said = answer.note.strip() if answer.choice is Choice.ONCE else ""
        asked = UserQuestion(question, tuple(answers), said or None)
        self._run.emit(UserAsked(call_id=call_id, asked=asked))
        return said or None

    def _shell(self, call_id: CallId) -> Shell:
        from architect.execution.shells.test_detecting_shell import TestDetectingShell

        return TestDetectingShell(self._run.shell, call_id=call_id, emit=self._run.emit)
