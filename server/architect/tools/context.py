"""What a tool is handed for one call."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from architect.domain.errors import ToolFault
from architect.domain.findings import Finding
from architect.domain.ids import CallId, RunId
from architect.domain.memory import MemoryKind, MemoryNote
from architect.domain.plan import PlanStep
from architect.domain.run_request import RunRequest
from architect.domain.shell import Confinement, Need, Stream
from architect.domain.text.document import FileChange
from architect.frozen import frozen
from architect.ports.background_commands import BackgroundCommands
from architect.ports.child_runs import ChildRun, OpenChild
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace
from architect.tools.seen_files import SeenFiles

HiddenIn = Callable[[str], Mapping[str, tuple[str, ...]]]


PAGE_BYTES = 50_000
"""Of a page of a file at most; that of pi: https://github.com/badlogic/pi-mono."""

OUTPUT_BYTES = 40_000
"""Of everything else at most: about 10,000 tokens, as in codex: https://github.com/openai/codex."""


@frozen
class ResultRoom:
    """How many bytes of UTF-8 a result may have: a page of a file, and everything else.

    A tool that keeps to it itself decides where its result ends, and says how to go on.
    """

    page_bytes: int = PAGE_BYTES
    output_bytes: int = OUTPUT_BYTES


_ALL_SEEN = SeenFiles()
"""A context in which nothing is overwritten unseen."""


async def _anything_goes(_: FileChange) -> None:
    """A context without guardrails."""


async def _no_hooks(_: str) -> None:
    """A context without hooks."""


def _no_memory(_kind: MemoryKind, _text: str) -> MemoryNote:
    """A context in which nothing is remembered."""
    raise ToolFault("nothing can be remembered here")


async def _forgets(kind: MemoryKind, text: str) -> MemoryNote | None:
    """The same."""
    return _no_memory(kind, text)


def _unseen_plan(_: tuple[PlanStep, ...]) -> None:
    """A context in which nobody looks at plans."""


async def _alone(_: RunRequest) -> ChildRun:
    """A context outside of any run."""
    raise ToolFault("no run can be opened here")


async def _nobody_here(_question: str, _answers: Sequence[str]) -> str | None:
    """A context without a user."""
    return None


def _nothing_hidden(_: str) -> Mapping[str, tuple[str, ...]]:
    """A context in which no key is replaced."""
    return {}


def _nobody_listens() -> None:
    """A context of a call that brings in nothing."""


def _unnoticed(_: Confinement) -> None:
    """A context that does not record how commands ran."""


@frozen
class ToolContext:
    """What a tool may ask while it runs.

    `on_output` shows output that is not yet the result. `report` puts a finding on record and says
    whether it is new; one that the run `run_id` has reported before is not put there again.
    `check_change` raises if a change that is only previewed would not be let through, and
    `ask_hooks_about` if a hook forbids to change a file beside that of the call. `granted` is
    what the user lets the call do beyond its sandbox, `withheld` what it may not do although the
    configuration lets it; `only_confined`, it may not run without a sandbox, since it was let
    through because of that. `confined` notes how a command ran. `open_child` opens a run under the
    one that the call belongs to. `hidden_in` gives the keys behind the placeholders of a text, by
    their fingerprints, `seen` what the model has seen of files. `nothing_came_in` notes that a call
    which may bring in text from outside brought in none. `call_id` is that of the call, if it has
    one; `only_proposes`, whether changes of it are proposals. `room` is how long the result may be.
    `asks_for_network` says that the user is asked about a call that wants more of the network.
    `plan` puts the plan of the run on record. `background` are the commands that go on between
    calls, None outside of any run. `ask` gives what the user says to a question, with
    these suggestions; None if nobody says anything.
    `remember` keeps a note for later sessions, None if it is there already; `check_note` raises if
    it would not be kept.
    """

    workspace: Workspace
    search: Search
    shell: Shell
    on_output: Callable[[Stream, str], None]
    run_id: RunId
    report: Callable[[Finding], bool]
    check_change: Callable[[FileChange], Awaitable[object]] = _anything_goes
    ask_hooks_about: Callable[[str], Awaitable[None]] = _no_hooks
    granted: frozenset[Need] = frozenset()
    withheld: frozenset[Need] = frozenset()
    only_confined: bool = False
    confined: Callable[[Confinement], None] = _unnoticed
    open_child: OpenChild = _alone
    hidden_in: HiddenIn = _nothing_hidden
    seen: SeenFiles = _ALL_SEEN
    nothing_came_in: Callable[[], None] = _nobody_listens
    call_id: CallId | None = None
    only_proposes: bool = False
    room: ResultRoom = ResultRoom()
    asks_for_network: bool = True
    ask: Callable[[str, Sequence[str]], Awaitable[str | None]] = _nobody_here
    plan: Callable[[tuple[PlanStep, ...]], None] = _unseen_plan
    check_note: Callable[[MemoryKind, str], MemoryNote] = _no_memory
    background: BackgroundCommands | None = None
    remember: Callable[[MemoryKind, str], Awaitable[MemoryNote | None]] = _forgets
