"""What a model reads of a command that has ended."""

import signal

from architect.domain.shell import LONGEST_TIMEOUT_S, CommandOutcome
from architect.domain.tool_result import ToolResult, failed


def result_of(outcome: CommandOutcome, timeout_s: int) -> ToolResult:
    """The result of a command that ended, or was ended behind `timeout_s`."""
    output = f"exit code: {_exit_code(outcome)}\n{_printed(outcome)}"
    if outcome.exit_code is None:
        advice = "; pass a larger timeout" if timeout_s < LONGEST_TIMEOUT_S else ""
        return failed(f"timed out after {timeout_s} s{advice}", output)
    is_success = outcome.exit_code == 0
    error = None if is_success else f"exit code {_exit_code(outcome)}"
    return ToolResult(is_success, output, error, exit_code=outcome.exit_code)


def _exit_code(outcome: CommandOutcome) -> str:
    """The exit code in words; a negative one is a signal."""
    if outcome.exit_code is None:
        return "none"
    if outcome.exit_code >= 0:
        return str(outcome.exit_code)
    try:
        return f"{outcome.exit_code} ({signal.Signals(-outcome.exit_code).name})"
    except ValueError:
        return f"{outcome.exit_code} (signal {-outcome.exit_code})"


def _printed(outcome: CommandOutcome) -> str:
    sections = [
        f"[{name}]\n{text.removesuffix(chr(10))}"
        for name, text in (("stdout", outcome.stdout), ("stderr", outcome.stderr))
        if text
    ]
    return "\n".join(sections) or "(no output)"
