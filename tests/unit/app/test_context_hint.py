import pytest

from architect.app.context_hint import is_nearly_full
from architect.domain.journal.state import AgentState
from architect.domain.outcome import StopReason


@pytest.mark.parametrize(
    ("percent", "reason", "told"),
    [
        (84, StopReason.LLM_DONE, False),
        (85, StopReason.LLM_DONE, True),
        (0, StopReason.CONTEXT_FULL, True),
        (0, None, False),
    ],
)
def test_a_conversation_is_nearly_full(percent: int, reason: StopReason | None, told: bool) -> None:
    state = AgentState(context_percent=percent, stop_reason=reason)
    assert is_nearly_full(state) is told
