"""What is said behind a run that has ended, beside how it ended."""

from collections.abc import Iterator

from architect.app.context_hint import is_nearly_full
from architect.app.live_run import LiveRun
from architect.app.run_modes import PLANNER
from architect.cli.chat.error_lines import failure_remedy
from architect.cli.chat.slash.choice_commands import PLAN_IS_READY
from architect.cli.printer import Style
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.l10n import shown, t


def outcome_lines(run: LiveRun, state: AgentState) -> Iterator[tuple[str, Style]]:
    """Its error with what can be done about it, and whether there is a plan."""
    started = state.started
    if run.error and state.error is None:
        yield t("error: {error}", error=shown(run.error)), "bad"
    remedy = state.error.remedy if state.error is not None else None
    if remedy is not None and (advice := failure_remedy(remedy.kind)):
        yield advice, "warning"
    if started is not None and started.agent == PLANNER and state.status is Status.SUCCESS:
        yield shown(PLAN_IS_READY), "good"


class ContextWarning:
    """Says that the context is nearly full once, and again when it was not so in between."""

    def __init__(self) -> None:
        self._was_said = False

    def line(self, state: AgentState) -> str:
        was_said, self._was_said = self._was_said, is_nearly_full(state)
        if was_said or not self._was_said:
            return ""
        return t(
            "{percent} % of the context is used: /compact sums it up, /new begins a new session",
            percent=min(state.context_percent, 100),
        )
