"""Keeping the conversation inside the model's context by dropping (level 3): when, and how much.

The system message, the task and the list of changed files always stay. Whole steps go, oldest
first, so that no call is ever parted from its result; only if the last step alone is too long, its
oldest results give way to a placeholder. Nothing is dropped before `FULL_SHARE` of the limit is
reached, and then enough to get down to `TARGET_SHARE`: between two compactions the history only
grows, which is what providers' prompt caches live on. What has the model sum up steps before they
are left out (level 2) is in `summaries`.
"""

from architect.agent.compaction_note import note_about
from architect.agent.context import ContextManager, ContextSize, message_tokens
from architect.domain.ids import CallId
from architect.domain.journal.model_events import ContextCompacted
from architect.domain.journal.state import AgentState, Step
from architect.domain.tokens import estimate_tokens
from architect.execution.run_context import RunContext

TARGET_SHARE = 0.7

PLACEHOLDER = "[result left out to save context; call again if it is still needed]"


class Compaction:
    """Makes room in the conversation of a run, by leaving out its oldest steps with a note.

    Making room may take time and cost something: whoever awaits it has looked before whether the
    run may go on at all, guards it by the stop signal, and looks again afterwards.
    """

    def __init__(self, run: RunContext, context: ContextManager) -> None:
        self._run = run
        self._context = context

    async def make_room(self) -> bool:
        """Shorten the conversation if it is full; False if it is full all the same.

        Raises:
            ModelFault: it asks the model, which does not answer; the run ends then.
        """
        return self.drop_if_full()

    def drop_if_full(self) -> bool:
        """As `make_room`, but at once and without asking anybody."""
        self._shorten(when_full(self._run.state, self._size))
        return not self._size.is_full

    async def halve(self) -> bool:
        """Shorten it because the provider finds it too long; False if nothing can go.

        The model cannot be asked about it, since that request would be too long as well.
        """
        return self._shorten(halving(self._run.state, self._size))

    @property
    def _size(self) -> ContextSize:
        return self._context.size(self._run.state)

    def _shorten(self, compaction: ContextCompacted | None) -> bool:
        if compaction is not None:
            self._run.emit(compaction)
        return compaction is not None


def when_full(state: AgentState, size: ContextSize) -> ContextCompacted | None:
    """What to leave out if the context is full; None if it is not, or nothing can go."""
    if not size.is_full:
        return None
    return plan_compaction(state, size.tokens, target=int(size.limit * TARGET_SHARE))


def halving(state: AgentState, size: ContextSize) -> ContextCompacted | None:
    """What to leave out when the provider says that the request is too long already."""
    return plan_compaction(state, size.tokens, target=size.tokens // 2)


def plan_compaction(state: AgentState, tokens: int, *, target: int) -> ContextCompacted | None:
    """What to leave out of `tokens` so that about `target` are left; None if nothing can go."""
    excess = (tokens - target) / state.token_factor
    dropped, freed = 0, -_note_growth(state)
    for step in state.steps[:-1]:
        if freed >= excess:
            break
        freed += sum(message_tokens(message) for message in step.messages)
        dropped += 1
    if not dropped:
        freed = 0
    emptied: tuple[CallId, ...] = ()
    if freed < excess and state.steps:
        emptied, also_freed = _emptied(state.steps[-1], excess - freed)
        freed += also_freed
    if freed <= 0:
        return None
    return ContextCompacted(
        dropped_steps=dropped,
        emptied_calls=emptied,
        placeholder=PLACEHOLDER,
        tokens_before=tokens,
        tokens_after=max(0, tokens - round(freed * state.token_factor)),
        note=_note(state, dropped),
    )


def _emptied(step: Step, excess: float) -> tuple[tuple[CallId, ...], int]:
    saved_each = estimate_tokens(PLACEHOLDER)
    calls: list[CallId] = []
    freed = 0
    for result in step.results:
        saving = estimate_tokens(result.text) - saved_each
        if freed >= excess:
            break
        if saving > 0:
            calls.append(result.call_id)
            freed += saving
    return tuple(calls), freed


def _note_growth(state: AgentState) -> int:
    """How many tokens longer the note becomes when a step is dropped."""
    note = _note(state, 1) if len(state.steps) > 1 else ""
    return max(0, estimate_tokens(note) - estimate_tokens(state.compaction_note or ""))


def _note(state: AgentState, dropped: int) -> str:
    if not dropped:
        return state.compaction_note or ""
    return note_about(state, dropped, summary=state.summary)
