"""The line that says how a run ended and what it came to."""

from architect.domain.journal.state import AgentState
from architect.domain.text.counted import counted
from architect.services.cost_line import cost_line


def ending_line(words: str, state: AgentState, duration_s: float) -> str:
    """`Done · 3 steps · 1 file changed · 2.1 s · $0.0042 (...)`, `words` being how it ended."""
    files = f"{counted(len(state.files_modified), 'file')} changed"
    if by_command := len(state.files_by_command):
        files += f" ({by_command} by commands)"
    steps = counted(state.step, "step")
    if len(state.models) > 1:
        steps += f" of {', '.join(state.models)}"
    parts = [words, steps, files]
    if found := len(state.findings):
        parts.append(counted(found, "finding"))
    return " · ".join([*parts, f"{duration_s:.1f} s", cost_line(state.spending)])
