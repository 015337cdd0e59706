"""The question on a terminal whether a step of a workflow may start."""

from collections.abc import Sequence

from architect.cli.printer import Printer
from architect.cli.terminal_approver import TerminalApprover, forget_what_was_typed, line_from
from architect.domain.escape_controls import escape_controls
from architect.domain.text.counted import counted
from architect.domain.workflows.unit import Unit

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False, "s": None, "stop": None}
_MOST_LINES = 12
_MOST_UNITS = 3


class ApprovalQuestion:
    """Asks when it is the turn of this question; see `workflows.coordinator.Approve`."""

    def __init__(self, approver: TerminalApprover) -> None:
        self._approver = approver

    async def __call__(self, approval: str, units: Sequence[Unit]) -> bool | None:
        async with self._approver.turn() as (out, terminal):
            forget_what_was_typed(terminal)
            _show(approval, units, out)
            while True:
                out.piece("  y approve, n refuse, s stop here [y/n/s]: ")
                line = await line_from(terminal)
                if not line:
                    out.line("")
                    return None
                if (said := line.strip().lower()) in _ANSWERS:
                    return _ANSWERS[said]


def _show(approval: str, units: Sequence[Unit], out: Printer) -> None:
    out.line(escape_controls(f"? approve the step {approval!r}"), "title")
    for unit in units[:_MOST_UNITS]:
        lines = unit.task.strip().split("\n")
        for line in lines[:_MOST_LINES]:
            out.line(escape_controls(f"    {line}"))
        if len(lines) > _MOST_LINES:
            out.line(f"    ... {counted(len(lines) - _MOST_LINES, 'more line')}")
        for check in unit.checks:
            out.line(escape_controls(f"    check: {check}"))
    if len(units) > _MOST_UNITS:
        out.line(f"    ... {counted(len(units) - _MOST_UNITS, 'more run')} of this step")
