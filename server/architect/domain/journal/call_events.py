"""What happens around a tool call, and what it reports."""

from typing import Literal

from architect.domain.findings import Finding
from architect.domain.hooks import HookEvent, HookOutcome
from architect.domain.ids import CallId
from architect.domain.outcome import PlannedAction
from architect.domain.plan import PlanStep
from architect.domain.seen_file import SeenFile
from architect.domain.shell import Stream
from architect.domain.user_questions import UserQuestion
from architect.frozen import frozen


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
    tells. A run that is cut off during the call counts as one that has read it. `is_unknown` says
    that a server was called that may do anything, so that it counts as a command.
    """

    type: Literal["tool.decided"] = "tool.decided"
    call_id: CallId
    name: str
    summary: str
    allowed: bool
    by: str
    reason: str
    outside: str = ""
    is_unknown: bool = False


@frozen(kw_only=True)
class ToolOutput:
    type: Literal["tool.output"] = "tool.output"
    call_id: CallId
    stream: Stream
    text: str


@frozen(kw_only=True)
class ToolFinished:
    """`text` is what the model reads, cut to the limit of one result.

    `seen` is the file that it shows, or that the call has written. `exit_code` is that of a command
    which has ended, negative for a signal.
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
    exit_code: int | None = None


@frozen(kw_only=True)
class ActionPlanned:
    type: Literal["action.planned"] = "action.planned"
    call_id: CallId
    action: PlannedAction


@frozen(kw_only=True)
class FindingReported:
    type: Literal["finding.reported"] = "finding.reported"
    call_id: CallId
    finding: Finding


@frozen(kw_only=True)
class UserAsked:
    """The call asked the user a question, who answered it or was not there."""

    type: Literal["user.asked"] = "user.asked"
    call_id: CallId
    asked: UserQuestion


@frozen(kw_only=True)
class PlanUpdated:
    """The plan of the run is this from now on."""

    type: Literal["plan.updated"] = "plan.updated"
    call_id: CallId
    steps: tuple[PlanStep, ...]


@frozen(kw_only=True)
class RepetitionWarned:
    """The same call gave the same result `count` times; `text` is appended to the last result."""

    type: Literal["repetition.warned"] = "repetition.warned"
    call_id: CallId
    count: int
    text: str


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
class SandboxMissing:
    """A command ran without the sandbox that was asked for; `reason` says why, and what to do."""

    type: Literal["sandbox.missing"] = "sandbox.missing"
    call_id: CallId
    reason: str
