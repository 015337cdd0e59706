"""Whether a conversation is so long that its user should know."""

from architect.domain.journal.state import AgentState
from architect.domain.outcome import StopReason

NEARLY_FULL_PERCENT = 85
"""Of what the model can read: more than `context.compact_at` leaves, where summing up works."""


def is_nearly_full(state: AgentState) -> bool:
    """Whether the run with this last state leaves little room for another one."""
    is_full = state.stop_reason is StopReason.CONTEXT_FULL
    return is_full or state.context_percent >= NEARLY_FULL_PERCENT
