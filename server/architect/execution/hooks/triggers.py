"""Which hooks the events of a run call for."""

from collections import deque
from collections.abc import Collection

from architect.domain.hooks import HookEvent
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ContextCompacted, ModelReplied
from architect.domain.journal.run_events import BudgetWarned, RunStarted


class HookTriggers:
    """An event sink that keeps what the hooks of the `wanted` events are still to be told.

    Whoever emits an event need not know that there are hooks, and so cannot forget them.
    """

    def __init__(self, wanted: Collection[HookEvent]) -> None:
        self._wanted = frozenset(wanted)
        self._waiting: deque[tuple[HookEvent, str]] = deque()

    def show(self, record: Record) -> None:
        match record.event:
            case RunStarted():
                self._keep(HookEvent.SESSION_START, "")
            case ModelReplied(text=text):
                self._keep(HookEvent.POST_LLM_CALL, text)
            case BudgetWarned(message=message):
                self._keep(HookEvent.BUDGET_WARNING, message)
            case ContextCompacted(tokens_before=before, tokens_after=after):
                self._keep(HookEvent.CONTEXT_COMPRESS, f"{before:,} -> {after:,} tokens")
            case _:
                pass

    def next(self) -> tuple[HookEvent, str] | None:
        """The oldest event that was not told yet, and its message; None if all were."""
        return self._waiting.popleft() if self._waiting else None

    def _keep(self, event: HookEvent, message: str) -> None:
        if event in self._wanted:
            self._waiting.append((event, message))
