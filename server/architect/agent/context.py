"""Keeping the conversation inside the model's context (level 3), as a pure plan.

The system message, the task and the list of changed files always stay. Whole steps go, oldest
first, so that no call is ever parted from its result; only if the last step alone is too long, its
oldest results give way to a placeholder. Nothing is dropped before `FULL_SHARE` of the limit is
reached, and then enough to get down to `TARGET_SHARE`: between two compactions the history only
grows, which is what providers' prompt caches live on.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from architect.domain.ids import CallId
from architect.domain.journal.events import ContextCompacted
from architect.domain.journal.state import AgentState, Step
from architect.domain.messages import AssistantMessage, Message
from architect.domain.model_exchange import ToolSchema
from architect.domain.tokens import estimate_tokens

FULL_SHARE = 0.95
TARGET_SHARE = 0.7
TOKENS_PER_MESSAGE = 4
"""Role and separators of a chat message (https://platform.openai.com/docs/guides/text-generation)."""

PLACEHOLDER = "[result left out to save context; call again if it is still needed]"


@dataclass(frozen=True, slots=True)
class ContextSize:
    """Estimated tokens of the next request and how many may be used."""

    tokens: int
    limit: int

    @property
    def is_full(self) -> bool:
        return self.tokens > self.limit * FULL_SHARE


class ContextManager:
    """Measures requests against the limit of one run and plans what to leave out of them."""

    def __init__(self, max_context_tokens: int, tools: Iterable[ToolSchema]) -> None:
        self._limit = max_context_tokens
        self._tool_tokens = sum(estimate_tokens(str(tool)) for tool in tools)

    def request_tokens(self, messages: Iterable[Message], *, with_tools: bool = True) -> int:
        """Estimated tokens of a request, before the provider's own count corrects the estimate."""
        tools = self._tool_tokens if with_tools else 0
        return tools + sum(message_tokens(message) for message in messages)

    def size(self, state: AgentState) -> ContextSize:
        """How full the context is, by the provider's count where it has given one."""
        tokens = self.request_tokens(state.messages)
        return ContextSize(round(tokens * state.token_factor), self._limit)

    def compaction(self, state: AgentState) -> ContextCompacted | None:
        """What to leave out if the context is full; None if it is not, or nothing can go."""
        size = self.size(state)
        if not size.is_full:
            return None
        return plan_compaction(state, size.tokens, target=int(size.limit * TARGET_SHARE))

    def halving(self, state: AgentState) -> ContextCompacted | None:
        """What to leave out when the provider says that the request is too long already."""
        tokens = self.size(state).tokens
        return plan_compaction(state, tokens, target=tokens // 2)


def message_tokens(message: Message) -> int:
    """Estimated tokens of one message with its calls."""
    tokens = TOKENS_PER_MESSAGE + estimate_tokens(message.text)
    if isinstance(message, AssistantMessage):
        for call in message.calls:
            tokens += TOKENS_PER_MESSAGE + estimate_tokens(call.name + call.arguments)
    return tokens


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
    changed = ", ".join(state.session_files) or "none"
    first_kept = state.steps[dropped].number
    return (
        f"[The steps before step {first_kept} are left out to save context. "
        f"Files changed so far: {changed}.]"
    )
