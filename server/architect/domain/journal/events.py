"""Everything that can happen in a run.

The journal holds these events in order; state, reports, logs and streams are computed from it.
`type` is the tag in the journal and in the event stream. Deltas and raw output are shown but not
journaled (`SHOWN_ONLY`): the reply and the result that follow contain them.
"""

from datetime import datetime
from typing import Literal

from architect.domain.findings import Finding
from architect.domain.hooks import HookEvent, HookOutcome
from architect.domain.ids import CallId, HunkId, RunId, SessionId
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason
from architect.domain.outcome import PlannedAction, RunError, Status, StopReason
from architect.domain.seen_file import SeenFile
from architect.domain.shell import Stream
from architect.domain.usage import Usage
from architect.domain.verdict import ConfirmMode
from architect.frozen import frozen

SCHEMA_VERSION = 1
"""Of the journal's format; old journals always load."""

Purpose = Literal["step", "close"]
"""What a model request is for: the next step, or the summary that closes a run."""

_TO_THE_USER = frozenset[str]({"step", "close"})


@frozen
class ParentRun:
    """The run, and the call of it, that opened another run."""

    run_id: RunId
    call_id: CallId


@frozen(kw_only=True)
class RunStarted:
    """The first event of a run; the conversation starts with `system` and `opening`.

    Without each of the `required_gates` it is no success. `parent` is None for a run that a front
    end opened.
    """

    type: Literal["run.started"] = "run.started"
    schema_version: int = SCHEMA_VERSION
    session_id: SessionId
    task: str
    agent: str
    model: str
    workspace: str
    mode: ConfirmMode
    dry_run: bool
    max_steps: int
    system: str
    opening: str
    required_gates: tuple[str, ...] = ()
    parent: ParentRun | None = None


@frozen(kw_only=True)
class StepStarted:
    type: Literal["step.started"] = "step.started"
    step: int


@frozen(kw_only=True)
class ModelRequested:
    """`estimated_tokens` is our own count of the request."""

    type: Literal["model.requested"] = "model.requested"
    step: int
    purpose: Purpose
    messages: int
    estimated_tokens: int


@frozen(kw_only=True)
class ModelDelta:
    """A part of the reply to the request of that purpose, as it arrives."""

    type: Literal["model.delta"] = "model.delta"
    text: str
    purpose: Purpose = "step"

    @property
    def is_to_the_user(self) -> bool:
        """As for the reply that it is a part of."""
        return self.purpose in _TO_THE_USER


@frozen(kw_only=True)
class ModelRetried:
    type: Literal["model.retried"] = "model.retried"
    attempt: int
    delay_s: float
    reason: str


@frozen(kw_only=True)
class ModelReplied:
    """A complete reply. `cost_usd` is None if the model's price is unknown."""

    type: Literal["model.replied"] = "model.replied"
    step: int
    purpose: Purpose
    text: str
    calls: tuple[ToolCall, ...]
    finish: FinishReason
    usage: Usage | None
    cost_usd: float | None
    duration_s: float

    @property
    def is_to_the_user(self) -> bool:
        """Whether its text is said to the user, and not only for the run to work with."""
        return self.purpose in _TO_THE_USER


@frozen(kw_only=True)
class ModelNudged:
    """The reply could not be used as it was; the model is told why and asked again."""

    type: Literal["model.nudged"] = "model.nudged"
    step: int
    reason: str
    text: str


@frozen(kw_only=True)
class ToolRequested:
    """`arguments` is the JSON text as the model sent it."""

    type: Literal["tool.requested"] = "tool.requested"
    step: int
    call_id: CallId
    name: str
    arguments: str


@frozen(kw_only=True)
class ToolDecided:
    """Whether the call may run, by which rule or answer. `summary` is the call in a few words.

    `outside` is where text comes from that it may bring in from outside; whether some did, its end
    tells. A run that is cut off during the call counts as one that has read it.
    """

    type: Literal["tool.decided"] = "tool.decided"
    call_id: CallId
    name: str
    summary: str
    allowed: bool
    by: str
    reason: str
    outside: str = ""


@frozen(kw_only=True)
class ToolOutput:
    type: Literal["tool.output"] = "tool.output"
    call_id: CallId
    stream: Stream
    text: str


@frozen(kw_only=True)
class ToolFinished:
    """`text` is what the model reads, cut to the limit of one result.

    `seen` is the file that it shows, or that the call has written.
    """

    type: Literal["tool.finished"] = "tool.finished"
    step: int
    call_id: CallId
    name: str
    path: str | None
    success: bool
    error: str | None
    text: str
    duration_s: float
    seen: SeenFile | None = None


@frozen(kw_only=True)
class FileChangeIntended:
    """Journaled before the file is touched, so that no applied change is unknown after a crash.

    The hashes are SHA-256 of the file's bytes, None where there is no file. `executable` is what
    becomes of the execute bit, None if it stays.
    """

    type: Literal["file.intended"] = "file.intended"
    call_id: CallId
    path: str
    before_sha256: str | None
    after_sha256: str | None
    executable: bool | None = None


@frozen(kw_only=True)
class FileChanged:
    """`diff` is cut to `MAX_DIFF_CHARS` of `execution.journaled_workspace`."""

    type: Literal["file.changed"] = "file.changed"
    call_id: CallId
    path: str
    kind: Literal["created", "modified", "deleted"]
    diff: str
    lines_added: int
    lines_removed: int


@frozen(kw_only=True)
class FileProposed:
    """A run that only proposes would change a file; nothing was touched.

    `before_sha256` is what the run saw, earlier proposals included. `place` is where links lead in
    `path`, below the root, if that is elsewhere. The rest is as in `FileChanged`.
    """

    type: Literal["file.proposed"] = "file.proposed"
    call_id: CallId
    path: str
    kind: Literal["created", "modified", "deleted"]
    before_sha256: str | None
    after_sha256: str | None
    diff: str
    lines_added: int
    lines_removed: int
    place: str = ""


@frozen(kw_only=True)
class ChangesRejected:
    """The user did not want changes of the run `of_run`, which are in `patch`; `note` says why.

    It stands in the run that undoes them, and is told to the model when the session goes on.
    `patch` is cut to `MAX_PATCH_CHARS` of `services.rejected_changes`. `hunks` are those that were
    undone if it was not whole files.
    """

    type: Literal["changes.rejected"] = "changes.rejected"
    of_run: RunId
    paths: tuple[str, ...]
    note: str
    patch: str
    hunks: tuple[HunkId, ...] = ()


@frozen(kw_only=True)
class ChangesKept:
    """The user has looked at these hunks of the run `of_run` and keeps them."""

    type: Literal["changes.kept"] = "changes.kept"
    of_run: RunId
    paths: tuple[str, ...]
    hunks: tuple[HunkId, ...]


@frozen(kw_only=True)
class ActionPlanned:
    type: Literal["action.planned"] = "action.planned"
    call_id: CallId
    action: PlannedAction


@frozen(kw_only=True)
class ChildStarted:
    """The call opened the run `child_id`, which has a journal of its own beside this one."""

    type: Literal["child.started"] = "child.started"
    call_id: CallId
    child_id: RunId
    agent: str
    task: str


@frozen(kw_only=True)
class ChildReplied:
    """A reply in the child `child_id`, or in a run below it, which counts against the budget here.

    `cost_usd` is None if the model's price is unknown.
    """

    type: Literal["child.replied"] = "child.replied"
    call_id: CallId
    child_id: RunId
    usage: Usage
    cost_usd: float | None


@frozen(kw_only=True)
class ChildDenied:
    """A call in the child `child_id`, or in a run below it, was denied, so this run is no success.

    `call_id` is the call that opened the child; the rest is as in `ToolDecided`.
    """

    type: Literal["child.denied"] = "child.denied"
    call_id: CallId
    child_id: RunId
    name: str
    summary: str
    by: str
    reason: str


@frozen(kw_only=True)
class ChildFinished:
    """The end of the child `child_id`; `usage` and `cost_usd` are the sums of its replies.

    `stop_reason` is None in journals that did not say so.
    """

    type: Literal["child.finished"] = "child.finished"
    call_id: CallId
    child_id: RunId
    status: Status
    stop_reason: StopReason | None = None
    error: RunError | None = None
    usage: Usage
    cost_usd: float | None


@frozen(kw_only=True)
class FindingReported:
    type: Literal["finding.reported"] = "finding.reported"
    call_id: CallId
    finding: Finding


@frozen(kw_only=True)
class ContextCompacted:
    """The oldest `dropped_steps` steps are no longer sent; `note` tells the model so.

    Where that is not enough, the results of `emptied_calls` of the last step give way to
    `placeholder`.
    """

    type: Literal["context.compacted"] = "context.compacted"
    dropped_steps: int
    emptied_calls: tuple[CallId, ...] = ()
    placeholder: str = ""
    tokens_before: int
    tokens_after: int
    note: str


@frozen(kw_only=True)
class RepetitionWarned:
    """The same call gave the same result `count` times; `text` is appended to the last result."""

    type: Literal["repetition.warned"] = "repetition.warned"
    call_id: CallId
    count: int
    text: str


@frozen(kw_only=True)
class BudgetWarned:
    type: Literal["budget.warned"] = "budget.warned"
    message: str


@frozen(kw_only=True)
class HookRan:
    """A program of the user's ran. `tool` is that of the call it ran for, None if it ran for none.

    `exit_code` is None if the program never ended by itself. `output` is the start of what it said.
    `context` is what the model reads of it with the next request; what a hook says about a call
    stands in the result of the call instead.
    """

    type: Literal["hook.ran"] = "hook.ran"
    hook_event: HookEvent
    name: str
    tool: str | None
    outcome: HookOutcome
    problem: str
    exit_code: int | None
    output: str
    context: str
    duration_s: float


@frozen(kw_only=True)
class TestsRan:
    """A command that runs tests came to its end; only recorded where tests have to run."""

    type: Literal["tests.ran"] = "tests.ran"
    call_id: CallId
    exit_code: int


@frozen(kw_only=True)
class GateStarted:
    """A command that decides whether the run is done begins; it may take its `timeout_s`."""

    type: Literal["gate.started"] = "gate.started"
    name: str
    command: str
    timeout_s: float


@frozen(kw_only=True)
class GateRan:
    """How a gate went; `exit_code` is None if it did not end by itself."""

    type: Literal["gate.ran"] = "gate.ran"
    name: str
    command: str
    required: bool
    passed: bool
    exit_code: int | None
    output: str
    duration_s: float


@frozen(kw_only=True)
class GateSkipped:
    type: Literal["gate.skipped"] = "gate.skipped"
    name: str
    command: str
    required: bool
    reason: str


@frozen(kw_only=True)
class CompletionRefused:
    """The model said it was done and was not; `text` is what it is told."""

    type: Literal["completion.refused"] = "completion.refused"
    step: int
    reason: str
    text: str


@frozen(kw_only=True)
class SecretRedacted:
    """A key was replaced `count` times in `where`, told once for each key and place.

    `fingerprint` is what `secrets.allow` takes if it was none.
    """

    type: Literal["secret.redacted"] = "secret.redacted"
    rule: str
    fingerprint: str
    where: str
    count: int


@frozen(kw_only=True)
class RunTainted:
    """From here on the run knows a text that strangers may have written; `source` says whence."""

    type: Literal["run.tainted"] = "run.tainted"
    source: str


@frozen(kw_only=True)
class SandboxMissing:
    """A command ran without the sandbox that was asked for; `reason` says why, and what to do."""

    type: Literal["sandbox.missing"] = "sandbox.missing"
    call_id: CallId
    reason: str


@frozen(kw_only=True)
class ToolLeftOut:
    """The run goes without the tool that `source` offers as `name`; `reason` says why."""

    type: Literal["tool.left_out"] = "tool.left_out"
    source: str
    name: str
    reason: str


@frozen(kw_only=True)
class SafetyNetHit:
    """The loop stops for `reason`; a graceful close may follow."""

    type: Literal["net.hit"] = "net.hit"
    reason: StopReason
    message: str


@frozen(kw_only=True)
class RunFinished:
    """The last event of a run. `output` is its final text."""

    type: Literal["run.finished"] = "run.finished"
    status: Status
    stop_reason: StopReason
    output: str
    error: RunError | None
    duration_s: float


Event = (
    RunStarted
    | StepStarted
    | ModelRequested
    | ModelDelta
    | ModelRetried
    | ModelReplied
    | ModelNudged
    | ToolRequested
    | ToolDecided
    | ToolOutput
    | ToolFinished
    | FileChangeIntended
    | FileChanged
    | FileProposed
    | ChangesRejected
    | ChangesKept
    | ActionPlanned
    | ChildStarted
    | ChildReplied
    | ChildDenied
    | ChildFinished
    | FindingReported
    | ContextCompacted
    | RepetitionWarned
    | BudgetWarned
    | HookRan
    | TestsRan
    | GateStarted
    | GateRan
    | GateSkipped
    | CompletionRefused
    | SecretRedacted
    | RunTainted
    | SandboxMissing
    | ToolLeftOut
    | SafetyNetHit
    | RunFinished
)

SHOWN_ONLY = (ModelDelta, ToolOutput, GateStarted)
"""Shown as they happen, never journaled."""


@frozen
class Record:
    """An event in its place: `seq` counts from 1 within a run, `at` is UTC.

    Events that are shown only carry the number of the journaled event before them.
    """

    run_id: RunId
    seq: int
    at: datetime
    event: Event
