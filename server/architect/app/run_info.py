"""What a front end can show of a run, as values."""

from datetime import datetime
from pathlib import Path
from typing import Literal

from architect.app.ending_words import Ending
from architect.app.run_state import Outcome, Phase
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.state import AgentState
from architect.domain.remedies import Remedy
from architect.domain.verdict import Choice
from architect.frozen import frozen

AskedKind = Literal["edit", "command", "tool", "question", "approval"]
"""What a question is about: an edit, a command, or a call of another kind; or it is one of the
model, which wants words, or about a step of a workflow that wants an approval."""


@frozen
class PendingQuestion:
    """What a waiting run asks; `offers` are what can be allowed from now on, in words.

    `answers` are what a question of the model suggests.
    """

    request_id: str
    kind: AskedKind
    message: str
    options: tuple[Choice, ...]
    offers: tuple[str, ...]
    answers: tuple[str, ...] = ()


@frozen
class RunStanding:
    """Where a run stands.

    `position` is that in the queue, from 1, and 0 for a run that is in none. `reason` is why it was
    cancelled, in the words of who did. `ending` is there once it is done. `waits_for` is a
    `WaitsFor` of one that waits, and words for people of one in a queue; else it is empty.
    """

    phase: Phase
    position: int = 0
    outcome: Outcome | None = None
    error: str | None = None
    reason: str | None = None
    pending: PendingQuestion | None = None
    ending: Ending | None = None
    waits_for: str = ""
    remedy: Remedy | None = None


@frozen
class RunFigures:
    """What a run has done so far, by replies of `models`; `cost_usd` is None if unknown."""

    steps: int
    models: tuple[str, ...]
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    files_changed: tuple[str, ...]
    files_proposed: tuple[str, ...]
    denied: int
    output: str


@frozen
class RunInfo:
    """All about a run but its events; `seq` is the number of its last one."""

    run_id: RunId
    session_id: SessionId
    title: str
    agent: str
    root: Path
    started_at: datetime
    seq: int
    standing: RunStanding
    figures: RunFigures


def run_figures(state: AgentState) -> RunFigures:
    """The figures of a run in that state; the cost to a millionth of a dollar.

    What a copy of a run of another session changed counts there.
    """
    is_copy = state.started is not None and state.started.forked_from is not None
    usage, spending = state.spending.usage, state.spending
    return RunFigures(
        steps=state.step,
        models=state.models,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=None if spending.unpriced_calls else round(spending.cost_usd, 6),
        files_changed=() if is_copy else tuple(state.files_modified),
        files_proposed=() if is_copy else tuple(state.files_proposed),
        denied=len(state.denials),
        output=state.output,
    )
