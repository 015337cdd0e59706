"""The state of a run, which follows from its journaled events and from nothing else."""

from collections.abc import Mapping
from dataclasses import field

from architect.domain.attached import KeptImage
from architect.domain.findings import Finding
from architect.domain.gates import GateResult
from architect.domain.hooks import HookEvent
from architect.domain.ids import CallId
from architect.domain.journal.change_events import ChangesNotRecorded
from architect.domain.journal.check_events import EvaluationFinished, HealthMeasured
from architect.domain.journal.left_out import LeftOut
from architect.domain.journal.run_events import RunStarted, SecretRedacted
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import FinishReason
from architect.domain.outcome import PlannedAction, RunError, Status, StopReason
from architect.domain.plan import PlanStep
from architect.domain.provider_items import ProviderItems
from architect.domain.review_scope import FileCoverage
from architect.domain.seen_file import SeenFile
from architect.domain.usage import NO_USAGE, Usage
from architect.domain.user_questions import UserQuestion
from architect.frozen import frozen


@frozen
class Step:
    """One model reply, the results of its calls, and what the model was told about it.

    `context` is what hooks said since, and what the user asked when a run began behind it: `tasks`
    are those in their own words, `images` what they showed with it. `rules` are the files whose
    rules came in with it. `begun` are the calls that were let through, `seen` the files that
    results show or that calls have written. All that is known of a step goes with it when it is
    left out, so that what `AgentState.steps` has is what the model still reads.
    """

    number: int
    reply: AssistantMessage
    finish: FinishReason
    results: tuple[ToolMessage, ...] = ()
    nudge: str | None = None
    context: str = ""
    begun: tuple[CallId, ...] = ()
    seen: tuple[tuple[CallId, SeenFile], ...] = ()
    tasks: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    images: tuple[KeptImage, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """The step as conversation, results in the order of their calls.

        An empty reply, or one of white space only, is left out, since providers refuse it.
        """
        reply = (self.reply,) if self.reply.text.strip() or self.reply.calls else ()
        by_id = {result.call_id: result for result in self.results}
        results = (by_id[call.id] for call in self.reply.calls if call.id in by_id)
        told = "\n\n".join(filter(None, (self.nudge, self.context)))
        return (*reply, *results, *((UserMessage(told, self.images),) if told else ()))

    @property
    def unanswered(self) -> tuple[ToolCall, ...]:
        answered = {result.call_id for result in self.results}
        return tuple(call for call in self.reply.calls if call.id not in answered)


@frozen
class ToolUse:
    """A finished call, as reports list it."""

    call_id: CallId
    name: str
    path: str | None
    success: bool
    error: str | None


@frozen
class Denial:
    """A call that was not allowed to run, and by what."""

    name: str
    summary: str
    by: str
    reason: str


@frozen
class HookFailure:
    """A hook that did not do its work, when, and why."""

    event: HookEvent
    name: str
    problem: str


@frozen
class Spending:
    """Tokens and money so far, also by what they were spent on (`agent`, `summary`, `subagent`).

    `unpriced_calls` counts the replies whose price is unknown and so not part of `cost_usd`.
    """

    usage: Usage = NO_USAGE
    cost_usd: float = 0.0
    unpriced_calls: int = 0
    by_source: Mapping[str, "Spending"] = field(default_factory=dict[str, "Spending"])

    def __add__(self, other: "Spending") -> "Spending":
        by_source = dict(self.by_source)
        for source, spending in other.by_source.items():
            by_source[source] = by_source.get(source, Spending()) + spending
        return Spending(
            self.usage + other.usage,
            self.cost_usd + other.cost_usd,
            self.unpriced_calls + other.unpriced_calls,
            by_source,
        )

    def plus(self, usage: Usage, cost_usd: float | None, *, source: str | None) -> "Spending":
        """The spending after one more reply; without a `source` it is not told apart."""
        by_source = dict(self.by_source)
        if source is not None:
            before = by_source.get(source, Spending())
            by_source[source] = before.plus(usage, cost_usd, source=None)
        return Spending(
            self.usage + usage,
            self.cost_usd + (cost_usd or 0.0),
            self.unpriced_calls + (cost_usd is None),
            by_source,
        )


@frozen
class EarlierRuns:
    """What the runs of the session before this one spent, and the files they changed.

    `opening` is the first message of the conversation that this run resumes.
    """

    opening: str
    spending: Spending
    files_modified: tuple[str, ...]


@frozen
class AgentState:
    """Everything known about a run after some of its events.

    `step` is the number of the last started step, 0 before the first. `steps` holds what is still
    sent to the model; `compaction_note` stands for what is not, of which `summary` are the words of
    the model itself and `left_out` what is known without them. `unsummarized` are the replies since
    a summary was last asked for, None if none was, `failed_summaries` how many came to nothing
    since one was of use. `opening_context` is what hooks said before the first step,
    `opening_images` what the user showed before it.
    `items_of_next_reply` came with the reply that is about to be recorded. `context_percent` is how
    much of the context the last request took. `token_factor` is how many tokens the provider
    counted for each one we estimated, never below 1. `changes` counts file changes, `lines_changed`
    the lines in them, `commands_run` the commands, and calls that count as one, that were let
    through. `untested` are the files
    changed since tests ran last, `tests_failed` how those ended, `gates` how each gate went last,
    `sent_back` how often "done" was not, `evaluations` what looks at the finished work came to,
    `health` what the run made of the health of the code, None if that was not measured.
    `contents_before` are the SHA-256 of files before the run first changed them, None for no file.
    `taints` are the places outside that texts came from. `coverage` is what a review looked at, and
    what it did not.
    `models` are those that replied, the last one at the end. `remembered` are the notes that the
    run kept for later sessions, `said` what the user said while it worked, `plan` is what it showed
    last of what it does. `earlier` is None in the first run of a session; of those after it,
    `steps` begins with the conversation before.
    """

    started: RunStarted | None = None
    earlier: EarlierRuns | None = None
    step: int = 0
    steps: tuple[Step, ...] = ()
    opening_context: str = ""
    opening_images: tuple[KeptImage, ...] = ()
    compaction_note: str | None = None
    summary: str = ""
    left_out: LeftOut = LeftOut()
    unsummarized: int | None = None
    failed_summaries: int = 0
    closing_text: str | None = None
    items_of_next_reply: ProviderItems | None = None
    last_estimate: int = 0
    context_percent: int = 0
    token_factor: float = 1.0
    models: tuple[str, ...] = ()
    spending: Spending = field(default_factory=Spending)
    tools_used: tuple[ToolUse, ...] = ()
    files_modified: tuple[str, ...] = ()
    files_edited: tuple[str, ...] = ()
    files_by_command: tuple[str, ...] = ()
    not_recorded: tuple[ChangesNotRecorded, ...] = ()
    files_proposed: tuple[str, ...] = ()
    changes: int = 0
    lines_changed: int = 0
    commands_run: int = 0
    untested: tuple[str, ...] = ()
    tests_failed: bool = False
    gates: tuple[GateResult, ...] = ()
    sent_back: int = 0
    evaluations: tuple[EvaluationFinished, ...] = ()
    health: HealthMeasured | None = None
    contents_before: tuple[tuple[str, str | None], ...] = ()
    denials: tuple[Denial, ...] = ()
    hook_failures: tuple[HookFailure, ...] = ()
    planned: tuple[PlannedAction, ...] = ()
    redactions: tuple[SecretRedacted, ...] = ()
    taints: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    coverage: tuple[FileCoverage, ...] = ()
    remembered: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    plan: tuple[PlanStep, ...] = ()
    asked: tuple[UserQuestion, ...] = ()
    stop_reason: StopReason | None = None
    status: Status | None = None
    output: str = ""
    error: RunError | None = None
    duration_s: float = 0.0

    @property
    def opening(self) -> tuple[Message, ...]:
        """The messages every request starts with."""
        if self.started is None:
            return ()
        first = self.earlier.opening if self.earlier else self.started.opening
        parts = (first, self.opening_context, self.compaction_note)
        opening = "\n\n".join(filter(None, parts))
        return (SystemMessage(self.started.system), UserMessage(opening, self.opening_images))

    @property
    def model(self) -> str | None:
        """The model that replied last, before the first reply the one that is asked."""
        asked = self.started.model if self.started else None
        return self.models[-1] if self.models else asked

    @property
    def session_spending(self) -> Spending:
        """That of all runs of the session."""
        return self.earlier.spending + self.spending if self.earlier else self.spending

    @property
    def session_files(self) -> tuple[str, ...]:
        """The files that any run of the session changed."""
        before = self.earlier.files_modified if self.earlier else ()
        return tuple(dict.fromkeys((*before, *self.files_modified)))

    @property
    def unmet_checks(self) -> tuple[str, ...]:
        """The required gates that have not passed, or were never run."""
        wanted = self.started.required_gates if self.started else ()
        passed = {gate.name for gate in self.gates if gate.passed}
        return tuple(name for name in wanted if name not in passed)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The conversation as it is sent to the model."""
        return (*self.opening, *(message for step in self.steps for message in step.messages))
