"""What happens to a run as a whole."""

from typing import Literal

from architect.domain.attached import Attached, KeptImage
from architect.domain.context_part import PartSize
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.outcome import RunError, Status, StopReason
from architect.domain.verdict import ConfirmMode, EditReview
from architect.frozen import frozen

SCHEMA_VERSION = 1
"""Of the journal's format; old journals always load."""


@frozen
class ParentRun:
    """The run, and the call of it, that opened another run."""

    run_id: RunId
    call_id: CallId


@frozen(kw_only=True)
class RunStarted:
    """The first event of a run; the conversation starts with `system` and `opening`.

    `context` says of which parts these were put together; journals of before say nothing of it.
    `title` is what the run is called if that is not its task, and `typed` what the user typed if
    the task was made of it, such as `/explain a.py`. `attached` is what goes with it, and `images`
    those that the model is shown.
    One that `only_compacts` sums up the session and is told nothing.
    Without each of the `required_gates` it is no success. `parent` is None for a run that a front
    end opened. `forked_from` is the run of another session that this one is a copy of.
    `undoes` is the run whose files the user undoes as a whole in it, and `restores` the commit of
    the checkpoint that the user goes back to; None and empty in any other run.
    `review` says when the edits of an agent are looked at; None for one that makes none, and in
    journals of before.
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
    context: tuple[PartSize, ...] = ()
    required_gates: tuple[str, ...] = ()
    title: str = ""
    only_compacts: bool = False
    parent: ParentRun | None = None
    forked_from: RunId | None = None
    attached: tuple[Attached, ...] = ()
    images: tuple[KeptImage, ...] = ()
    undoes: RunId | None = None
    restores: str = ""
    review: EditReview | None = None
    typed: str = ""


@frozen(kw_only=True)
class UserSaid:
    """The user said `text` while the run worked; `told` is what the model reads of it.

    `message_id` is the front end's own. It stands behind step `step`, 0 before the first.
    `attached` and `images` are as in `RunStarted`.
    """

    type: Literal["user.said"] = "user.said"
    step: int
    message_id: str
    text: str
    told: str
    attached: tuple[Attached, ...] = ()
    images: tuple[KeptImage, ...] = ()


@frozen(kw_only=True)
class StepStarted:
    type: Literal["step.started"] = "step.started"
    step: int


@frozen(kw_only=True)
class BudgetWarned:
    type: Literal["budget.warned"] = "budget.warned"
    message: str


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
class ToolLeftOut:
    """The run goes without the tool that `source` offers as `name`; `reason` says why.

    Without a name it goes without all of `source`.
    """

    type: Literal["tool.left_out"] = "tool.left_out"
    source: str
    name: str
    reason: str


@frozen(kw_only=True)
class ServerSaid:
    """A line that `source` said beside its answers, told at the end of a step."""

    type: Literal["server.said"] = "server.said"
    source: str
    text: str


@frozen(kw_only=True)
class MemoryAdded:
    """A note for later sessions was kept, by the call or, without one, from words of the user."""

    type: Literal["memory.added"] = "memory.added"
    call_id: CallId | None
    kind: str
    text: str


@frozen(kw_only=True)
class SafetyNetHit:
    """The loop stops for `reason`; a graceful close may follow."""

    type: Literal["net.hit"] = "net.hit"
    reason: StopReason
    message: str


@frozen(kw_only=True)
class RunFinished:
    """The last event of a run. `output` is its final text.

    `duration_s` is without the `waited_s` that a person took to answer questions.
    """

    type: Literal["run.finished"] = "run.finished"
    status: Status
    stop_reason: StopReason
    output: str
    error: RunError | None
    duration_s: float
    waited_s: float = 0.0
