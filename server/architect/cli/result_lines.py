"""What people see of the result of a call, which is written for the model."""

from collections.abc import Sequence

from architect.domain.escape_controls import in_one_line
from architect.domain.journal.call_events import ToolFinished
from architect.domain.shell import RUN_COMMAND
from architect.domain.text.duration import read_duration
from architect.l10n import shown, t

MAX_ERROR_LINES = 15
_MAX_CHARS = 100
_MAX_DETAIL_CHARS = 400
_STREAMS = ("[stdout]", "[stderr]")


def success_line(event: ToolFinished) -> str:
    """`ok · 0.58 s`, and of a command the last line it printed."""
    said = f" · {_last_line(event.text)}" if event.name == RUN_COMMAND else ""
    seconds = event.duration_s
    took = f"{seconds:.2f} s" if seconds < 1 else shown(read_duration(seconds))
    return f"ok · {took}{said}".removesuffix(" · ")


def failure_lines(event: ToolFinished) -> tuple[str, Sequence[str]]:
    """Why the call failed, and the end of what there is to read about it."""
    first, *detail = event.text.rstrip().removeprefix("Error: ").split("\n")
    if event.name == RUN_COMMAND:
        detail = [line for line in detail if not _is_frame(line)]
    end = [_cut(line, _MAX_DETAIL_CHARS) for line in detail[-MAX_ERROR_LINES:]]
    return t("{tool} failed: {reason}", tool=in_one_line(event.name), reason=shown(first)), end


def _cut(line: str, most: int) -> str:
    return line if len(line) <= most else f"{line[: most - 3]}..."


def _last_line(text: str) -> str:
    """The last line on standard output, or else on standard error, that is not empty."""
    output, _, errors = text.partition("\n[stderr]\n")
    for part in (output, errors):
        lines = [line.strip() for line in part.split("\n") if not _is_frame(line)]
        if said := next((line for line in reversed(lines) if line), ""):
            return _cut(said, _MAX_CHARS)
    return ""


def _is_frame(line: str) -> bool:
    """Whether the line is none of the command's, but of the form of its result."""
    return line in (*_STREAMS, "(no output)") or line.startswith("exit code: ")
