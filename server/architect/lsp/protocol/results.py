"""What several commands answer, in the names of the protocol; the rest is beside each command.

What is called like a value of ours ends in `Json` here; clients know it without that.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from architect.app.ending_words import Tone
from architect.app.run_info import AskedKind
from architect.app.run_state import Outcome, Phase
from architect.domain.remedies import Remedy, RemedyKind
from architect.domain.review.decisions import HunkKind
from architect.domain.verdict import Choice
from architect.lsp.protocol.to_json import EventHead

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


class PendingQuestionJson(TypedDict):
    """What a waiting run asks; `architect.answer` answers it."""

    requestId: str
    kind: AskedKind
    message: str
    options: list[Choice]
    offers: list[str]
    answers: list[str]


class EndingJson(TypedDict):
    """How a run ended, to be shown as it is."""

    words: str
    tone: Tone


class ShownRemedyJson(TypedDict):
    """What helps against an error; `setting` is what is to be changed, as the editor calls it."""

    kind: RemedyKind
    setting: NotRequired[str]


def remedy_json(remedy: Remedy) -> ShownRemedyJson:
    shown: ShownRemedyJson = {"kind": remedy.kind}
    if remedy.setting:
        shown["setting"] = remedy.setting
    return shown


class RunStandingJson(TypedDict):
    """Where a run stands; what does not apply is left out.

    `position` is that in the queue, from 1, and 0 for a run that is in none. `ending` is there once
    it is done. `waitsFor` is `confirm` or `save` while it is `waiting`, and words to be shown as
    they are while it is `queued`.
    """

    state: Phase
    position: int
    outcome: NotRequired[Outcome]
    ending: NotRequired[EndingJson]
    error: NotRequired[str]
    remedy: NotRequired[ShownRemedyJson]
    reason: NotRequired[str]
    pending: NotRequired[PendingQuestionJson]
    waitsFor: NotRequired[str]


class RunPlaceJson(RunStandingJson):
    """Which run it is, and where it stands."""

    runId: str


class ShortRunInfo(RunPlaceJson):
    """Which run was started, what it is called, and where it stands; old servers gave no title."""

    title: NotRequired[str]


class RunState(RunStandingJson, EventHead):
    """The event `run.state`, which the journal does not have: a run stands elsewhere now.

    Of a run that cannot be started it is the only one. Old servers gave no `title`.
    """

    type: Literal["run.state"]
    title: NotRequired[str]


class RunUsage(TypedDict):
    """What a run has used so far; `usd` is null if a price is unknown."""

    inputTokens: int
    outputTokens: int
    usd: float | None


class RunFiguresJson(TypedDict):
    """What a run has done so far; `models` are those that replied, the last one at the end."""

    steps: int
    models: list[str]
    usage: RunUsage
    filesChanged: list[str]
    filesProposed: list[str]
    denied: int
    output: str


class RunInfoJson(RunPlaceJson, RunFiguresJson):
    """All about a run but its events."""

    sessionId: str
    title: str
    agent: str
    root: str
    startedAt: str
    seq: int


StartedRun = ShortRunInfo | RunInfoJson
"""What commands that start a run answer: all about it if they wait for its end."""


class ConflictJson(TypedDict):
    """A file that was left as it is; `lines` are first and last lines in it, from 1."""

    path: str
    reason: str
    lines: list[tuple[int, int]]


class ShownHunk(TypedDict):
    """Lines of a run that the user has not decided about, at the place where they are now.

    `before` and `after` are the lines without and with the change; the document has those after it
    where the change is applied, and those before it where it is proposed. `change` is what becomes
    of the file as a whole. `byCommand` is there and true if commands changed it, and no tool.
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
    byCommand: NotRequired[bool]


class LostHunk(TypedDict):
    """Hunks whose lines are others by now: kept, or undone with what was done to those lines.

    `lines` count from 1. `range` is where they stand in the document, `before` what it would have
    there without them; they have none where there is no file.
    """

    hunkIds: list[str]
    runId: str
    uri: str
    path: str
    reason: str
    lines: list[tuple[int, int]]
    range: NotRequired[WireRange]
    before: NotRequired[str]


class Hunks(TypedDict):
    """What is open; `conflicts` are kept, or undone with `changedToo`."""

    hunks: list[ShownHunk]
    conflicts: list[LostHunk]
