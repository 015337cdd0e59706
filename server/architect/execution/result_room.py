"""How long results may be, so that the conversation has room for them."""

from architect.domain.journal.state import AgentState
from architect.domain.tokens import BYTES_PER_TOKEN
from architect.execution.context_window import ContextWindow
from architect.frozen import frozen
from architect.tools.context import OUTPUT_BYTES, PAGE_BYTES, ResultRoom

_SHARE_OF_THE_REST = 0.5
"""Of what is left of the window; the next steps need some too."""

_LEAST_SHARE = 0.1
"""Of the window, however full it is: older steps make room before anything is asked again."""

_LEAST_TOKENS = 100


@frozen
class ResultLimits:
    """`window` is for the whole conversation; `most`, in tokens, if set, for any result."""

    window: ContextWindow
    most: int | None = None

    def room(self, state: AgentState) -> ResultRoom:
        """What the result of each call of the last reply may take."""
        calls = len(state.steps[-1].reply.calls) if state.steps else 1
        window = self.window.tokens
        left = window - state.last_estimate * state.token_factor
        for_all = max(left * _SHARE_OF_THE_REST, window * _LEAST_SHARE)
        # Our estimate of a text is short of the provider's count by the factor.
        each = max(int(for_all / max(calls, 1) / state.token_factor), _LEAST_TOKENS)
        each_bytes = each * BYTES_PER_TOKEN
        if self.most is None:
            return ResultRoom(min(PAGE_BYTES, each_bytes), min(OUTPUT_BYTES, each_bytes))
        most_bytes = min(self.most * BYTES_PER_TOKEN, each_bytes)
        return ResultRoom(most_bytes, most_bytes)
