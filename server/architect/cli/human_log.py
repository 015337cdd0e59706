"""What a person sees of a run on standard error: a projection of its events."""

from collections.abc import Collection, Iterable

from architect.agent.ending import stopped_text
from architect.app.ending_words import Tone, ending_of
from architect.cli.call_lines import CALL_MARGIN, CallLines, Calls, Line
from architect.cli.compaction_words import compaction_words
from architect.cli.diff_lines import DIFF_STYLES
from architect.cli.ending_line import ending_line
from architect.cli.finding_lines import finding_lines
from architect.cli.gate_lines import gate_lines
from architect.cli.head_lines import head_lines
from architect.cli.human_log_options import RANKS, HumanLogOptions
from architect.cli.live_reply import LiveReply, Reply
from architect.cli.next_steps import next_steps
from architect.cli.printer import Printer, Style
from architect.cli.result_lines import MAX_ERROR_LINES
from architect.cli.warnings import hook_words, redaction_words, warning
from architect.cli.word_wrap import terminal_columns
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import RunId
from architect.domain.journal.background_events import BackgroundEnded, BackgroundStarted
from architect.domain.journal.call_events import (
    ActionPlanned,
    FindingReported,
    HookRan,
    PlanUpdated,
    SandboxMissing,
    ToolDecided,
    ToolFinished,
    ToolOutput,
    UserAsked,
)
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.check_events import GateStarted
from architect.domain.journal.checkpoint_events import CheckpointFailed
from architect.domain.journal.child_events import ChildCalled, ChildDenied, ChildStarted
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import (
    ContextCompacted,
    ModelDelta,
    ModelReasoning,
    ModelReplied,
    ModelRequested,
    ModelRetried,
)
from architect.domain.journal.run_events import (
    RunFinished,
    RunStarted,
    SafetyNetHit,
    SecretRedacted,
    UserSaid,
)
from architect.domain.journal.state import AgentState
from architect.domain.outcome import StopReason
from architect.l10n import shown, shown_exactly, t
from architect.services.cost_line import cost_line

ENDING_STYLES: dict[Tone, Style] = {
    Tone.GOOD: "good",
    Tone.QUIET: "warning",
    Tone.WARNING: "warning",
    Tone.BAD: "bad",
}

_STEP = "  "
"""What stands before a next step."""


class HumanLog:
    """An event sink that writes for people.

    `shown_text` is the last reply that was shown here, or why the run stops without one.
    """

    def __init__(
        self,
        printer: Printer,
        options: HumanLogOptions,
        *,
        asked: Collection[str] = (),
        calls: Calls | None = None,
        reply: Reply | None = None,
    ) -> None:
        """`asked` are the titles of the questions that were shown on `printer` so far.

        `calls` and `reply` show those in a way of their own.
        """
        self._out = printer
        self._live: Reply = reply or LiveReply(printer)
        self._calls: Calls = calls or CallLines(asked)
        self._options = options
        self._state = AgentState()
        self._told_of_sandbox = self._is_cut = False
        self._retried_for = self._warned = ""
        self.shown_text = ""

    def show(self, record: Record) -> None:
        self._state = apply(self._state, record.event)
        self._warnings(record.event)
        if RANKS[self._options.level] <= RANKS["human"]:
            self._model(record.event)
            self._tools(record.event)
            self._gates(record.event)
            if isinstance(record.event, RunFinished):
                self._end(record.event, record.run_id)

    def _warnings(self, event: Event) -> None:
        match event:
            case ToolDecided(allowed=False) | ChildDenied():
                self._refused(event)
            case SecretRedacted():
                self._redacted(event)
            case HookRan(problem=problem) if problem:
                self._hook_failed(event)
            case CheckpointFailed(reason=reason):
                self._warn(t("no checkpoints from here on: {reason}", reason=shown(reason)))
            case SandboxMissing(reason=reason):
                if not self._told_of_sandbox:
                    self._warn(t("commands run without a sandbox: {reason}", reason=shown(reason)))
                self._told_of_sandbox = True
            case ModelRetried():
                self._retried(event)
            case SafetyNetHit():
                self._stopping(event)
            case RunFinished(error=error) if error is not None:
                self._failed(shown(self._options.words.error(error).message))
            case _:
                if words := warning(event):
                    self._warn(words)

    def _retried(self, event: ModelRetried) -> None:
        """Say why, and what to do about it, but not again at each further attempt."""
        reason = shown(self._options.words.text(event.reason))
        why = reason if reason != self._retried_for else t("failed again")
        self._retried_for = reason
        self._warn(
            t("model: {reason}; retrying in {delay_s:.1f} s", reason=why, delay_s=event.delay_s)
        )
        if RANKS[self._options.level] <= RANKS["human"]:
            self._out.waiting(t("retrying in"), event.delay_s)

    def _failed(self, message: str) -> None:
        """Say what ended the run, unless it was said of an attempt or a net already."""
        was_said = message in (self._warned, self._retried_for) and self._tells_warnings
        if not was_said:
            self._prose(t("error: {error}", error=message), "bad")

    def _stopping(self, hit: SafetyNetHit) -> None:
        self._warn(t("stopping: {message}", message=shown(hit.message)))
        if self._tells_warnings:
            self.shown_text = stopped_text(hit)
        self._is_cut = hit.reason is StopReason.USER_INTERRUPT

    def _model(self, event: Event) -> None:
        match event:
            case RunStarted() if self._options.heads:
                self._lines(head_lines(event))
            case ModelRequested(purpose="compact"):
                self._out.thinking(t("summing up the conversation"))
            case ModelRequested(purpose="evaluate"):
                self._out.thinking(t("looking at the finished work"))
            case ModelRequested():
                self._out.thinking(t("step {step} · thinking", step=event.step))
            case ModelReasoning(text=text) if self._options.stream and event.is_to_the_user:
                self._live.think(text)
            case ModelDelta(text=text) if self._options.stream and event.is_to_the_user:
                if not self._is_cut:
                    self._live.say(text)
            case ModelReplied() if event.is_to_the_user:
                self._reply(event)
            case UserSaid(text=text):
                self._prose(t("    you: {text}", text=text), "strong")
            case ContextCompacted():
                self._line(compaction_words(event), "dim")
            case _:
                pass

    def _tools(self, event: Event) -> None:
        match event:
            case ToolDecided(allowed=True):
                self._lines(self._calls.begun(event, self._state))
                self._out.thinking(self._calls.running(event))
            case ToolOutput(text=text) if text.strip():
                self._out.thinking(self._calls.printing(event))
            case ChildStarted() | ChildCalled() | BackgroundStarted() | BackgroundEnded():
                self._lines(self._calls.meanwhile(event))
            case FileChanged():
                self._lines(self._calls.changed(event))
            case ToolFinished():
                self._lines(self._calls.finished(event, self._state))
            case ActionPlanned(action=action):
                summary = shown_exactly(action.summary)
                told = t("    planned: {tool} {summary}", tool=action.tool, summary=summary)
                self._line(told, "dim")
            case UserAsked(asked=asked) if asked.answer is None:
                self._line(t("    nobody is here to answer: the agent decides"), "warning")
            case PlanUpdated(steps=steps):
                for step in steps:
                    self._prose(
                        f"    {step.line}", "dim" if step.status == "completed" else "plain"
                    )
            case FindingReported(finding=finding):
                for line, style in finding_lines(finding):
                    self._prose(f"    {line}", style)
            case _:
                pass

    def _reply(self, event: ModelReplied) -> None:
        if not self._options.stream:
            self._live.think(event.reasoning.rstrip())
            if event.text:
                self._live.say(event.text.rstrip())
        self._live.end_line()
        self.shown_text = event.text
        if event.cached:
            self._line(t("this reply was kept from an earlier run (llm_cache)"), "dim")
        if event.calls and self._options.heads:
            step = t("step {step}", step=event.step)
            share = t("context {percent} %", percent=self._state.context_percent)
            self._line(f"{step} · {shown(cost_line(self._state.spending))} · {share}", "dim")

    def _refused(self, event: ToolDecided | ChildDenied) -> None:
        """Say why, but not to who has just said no."""
        words, is_known = self._calls.denied(event, self._state)
        if is_known:
            self._line(words, "warning")
        else:
            self._warn(words)

    def _gates(self, event: Event) -> None:
        if isinstance(event, GateStarted):
            self._out.thinking(
                escape_controls(
                    t("gate {name} · {command}", name=event.name, command=event.command)
                )
            )
        for line, style in gate_lines(event):
            self._prose(line, style)

    def _end(self, event: RunFinished, run_id: RunId) -> None:
        if self._state.started is not None and self._state.started.dry_run:
            self._plan()
        ending = ending_of(self._state)
        line = ending_line(ending.words, self._state, event.duration_s)
        self._prose(line, ENDING_STYLES[ending.tone])
        for note in self._state.remembered:
            self._prose(t("  remembered: {note}", note=note), "dim")
        if self._options.next_steps:
            workspace, models = self._options.workspace, self._options.models
            columns = terminal_columns(2)
            width = columns and columns - len(_STEP)
            for step in next_steps(self._state, run_id, workspace, models=models, width=width):
                self._line(f"{_STEP}{step}", "dim")

    def _redacted(self, event: SecretRedacted) -> None:
        """Say once for each rule that something was kept back."""
        if [each.rule for each in self._state.redactions].count(event.rule) == 1:
            self._warn(redaction_words(event))

    def _hook_failed(self, event: HookRan) -> None:
        self._warn(hook_words(event))
        for line in event.output.rstrip().split("\n")[-MAX_ERROR_LINES:]:
            if line and RANKS[self._options.level] <= RANKS["human"]:
                self._prose(f"    | {line}", "output")

    def _plan(self) -> None:
        if not self._state.planned:
            self._line(t("No write actions were planned."), "dim")
        for action in self._state.planned:
            self._line(
                t(
                    "planned in step {step}: {tool} {summary}",
                    step=action.step,
                    tool=action.tool,
                    summary=shown_exactly(action.summary),
                )
            )

    def _lines(self, lines: Iterable[Line]) -> None:
        for text, style in lines:
            if style in DIFF_STYLES:
                self._live.end_line()
                self._out.code(escape_controls(text), style, column=len(CALL_MARGIN) + 1)
                continue
            show = self._prose if style in ("bad", "call", "output") else self._line
            show(text, style)

    @property
    def _tells_warnings(self) -> bool:
        return RANKS[self._options.level] <= RANKS["warn"]

    def _warn(self, text: str) -> None:
        if self._tells_warnings:
            self._warned = text
            self._prose(text, "warning")

    def _prose(self, text: str, style: Style) -> None:
        self._live.end_line()
        self._out.prose(escape_controls(text), style)

    def _line(self, text: str, style: Style = "plain") -> None:
        self._live.end_line()
        self._out.line(escape_controls(text), style)
