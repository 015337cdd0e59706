"""The line that says how a run ended and what it came to."""

from architect.domain.journal.state import AgentState
from architect.domain.text.counted import counted
from architect.domain.text.duration import read_duration
from architect.l10n import shown, t, tn
from architect.services.cost_line import run_cost


def ending_line(words: str, state: AgentState, duration_s: float) -> str:
    """`Done · 3 steps · 1 file changed · 2.1 s · $0.0042 (...)`, `words` being how it ended."""
    files = _files_changed(state)
    steps = shown(counted(state.step, "step"))
    if len(state.models) > 1:
        steps = t("{steps} of {models}", steps=steps, models=", ".join(state.models))
    parts = [shown(words), steps, files]
    if found := len(state.findings):
        parts.append(shown(counted(found, "finding")))
    return " · ".join([*parts, shown(read_duration(duration_s)), shown(run_cost(state))])


def _files_changed(state: AgentState) -> str:
    count = len(state.files_modified)
    files = tn("{number} file changed", "{number} files changed", count)
    if by_command := len(state.files_by_command):
        return t("{files} ({number} by commands)", files=files, number=by_command)
    return files
