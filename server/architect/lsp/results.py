"""What the commands answer, in the names of the protocol; `messages` has what they take."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from architect.domain.findings import Severity
from architect.domain.positions import Encoding
from architect.domain.review import HunkKind
from architect.domain.session import SessionStatus
from architect.domain.verdict import Choice
from architect.lsp.runs.run_phase import Outcome, Phase, WaitsFor
from architect.lsp.wire import EventHead

FileFate = Literal["created", "modified", "deleted"]
"""What a change makes of a file."""

RunEvent = Annotated[dict[str, Any], "RunEvent"]
"""One of `domain.events` as `lsp.wire.event_params` has it, or a `RunState`."""


class WirePosition(TypedDict):
    """An LSP position, in the encoding of the client."""

    line: int
    character: int


class WireRange(TypedDict):
    """An LSP range."""

    start: WirePosition
    end: WirePosition


AskedKind = Literal["edit", "command", "tool"]
"""What a question is about: an edit, a command, or a call of another kind."""


class PendingQuestion(TypedDict):
    """What a waiting run asks; `architect.answer` answers it."""

    requestId: str
    kind: AskedKind
    message: str
    options: list[Choice]
    offers: list[str]


class RunStanding(TypedDict):
    """Where a run stands; what does not apply is left out.

    `position` is that in the queue, from 1, and 0 for a run that is in none.
    """

    state: Phase
    position: int
    outcome: NotRequired[Outcome]
    error: NotRequired[str]
    reason: NotRequired[str]
    pending: NotRequired[PendingQuestion]


class ShortRunInfo(RunStanding):
    """What commands that start a run answer."""

    runId: str


class RunState(RunStanding, EventHead):
    """The event `run.state`, which the journal does not have: a run stands elsewhere now."""

    type: Literal["run.state"]
    waitsFor: NotRequired[WaitsFor]


class RunUsage(TypedDict):
    """What a run has used so far; `usd` is null if a price is unknown."""

    inputTokens: int
    outputTokens: int
    usd: float | None


class RunFigures(TypedDict):
    """What a run has done so far."""

    steps: int
    usage: RunUsage
    filesChanged: list[str]
    filesProposed: list[str]
    denied: int
    output: str


class RunInfo(ShortRunInfo, RunFigures):
    """All about a run but its events."""

    sessionId: str
    title: str
    agent: str
    root: str
    startedAt: str
    seq: int


class Cancelled(TypedDict):
    """`runId` is null if nothing was going on."""

    runId: str | None
    state: Phase


class Answered(TypedDict):
    """`accepted` is false if the question was no longer open."""

    accepted: bool


class Runs(TypedDict):
    runs: list[RunInfo]


class Events(TypedDict):
    """Go on behind the number `next` unless the run is `done`."""

    events: list[RunEvent]
    next: int
    done: bool


class DiffPage(TypedDict):
    """What a run changed; `uri` is null if the page has no address."""

    patch: str
    uri: str | None


class TranscriptPage(TypedDict):
    """What happened in a run, in Markdown; `uri` is null if the page has no address."""

    text: str
    uri: str | None


class Conflict(TypedDict):
    """A file that was left as it is; `lines` are first and last lines in it, from 1."""

    path: str
    reason: str
    lines: list[tuple[int, int]]


class Undone(TypedDict):
    """`runId` is that of the undo, by which it can be undone; null if nothing was changed.

    `hunks` are those that were asked for by their ids, or dropped, and are gone. `kept` are those
    that stay because the user had kept them.
    """

    runId: str | None
    reverted: list[str]
    conflicts: list[Conflict]
    hunks: list[str]
    kept: list[str]


class ShownHunk(TypedDict):
    """Lines of a run that the user has not decided about, at the place where they are now.

    `before` and `after` are the lines without and with the change; the document has those after it
    where the change is applied, and those before it where it is proposed. `change` is what becomes
    of the file as a whole.
    """

    hunkId: str
    runId: str
    uri: str
    path: str
    range: WireRange
    before: str
    after: str
    kind: HunkKind
    change: FileFate


class LostHunk(TypedDict):
    """Hunks that can only be kept: their lines are others by now. `lines` count from 1."""

    hunkIds: list[str]
    runId: str
    uri: str
    path: str
    reason: str
    lines: list[tuple[int, int]]


class Hunks(TypedDict):
    """What is open; `conflicts` can be kept, which takes them from the list, but not undone."""

    hunks: list[ShownHunk]
    conflicts: list[LostHunk]


class Kept(TypedDict):
    """`runId` is that of the keeping, by which it can be undone; null if there was nothing."""

    runId: str | None
    kept: list[str]
    conflicts: list[Conflict]


class ShownFinding(TypedDict):
    """A finding of a review, at the place where it is now."""

    findingId: str
    uri: str
    path: str
    range: WireRange
    severity: Severity
    title: str
    detail: str
    suggestion: str | None
    runId: str


class Findings(TypedDict):
    findings: list[ShownFinding]


class SessionInfo(TypedDict):
    """A session in a line; `cost` is null if a price is unknown, `problem` if there is none."""

    sessionId: str
    task: str
    agent: str
    status: SessionStatus
    startedAt: str | None
    updatedAt: str | None
    cost: float | None
    filesChanged: list[str]
    runs: list[str]
    problem: str | None


class Sessions(TypedDict):
    sessions: list[SessionInfo]


class Agents(TypedDict):
    agents: list[str]


class RootInfo(TypedDict):
    """How one folder is set up; no key is ever in it."""

    root: str
    config: dict[str, Any] | None
    problems: list[str]


class ServerInfo(TypedDict):
    """`config` and `problems` are those of the first folder."""

    version: str
    protocol: int
    config: dict[str, Any] | None
    problems: list[str]
    roots: list[RootInfo]
    positionEncoding: Encoding
