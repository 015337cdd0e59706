"""Which modes a call may ask for under the one that the user started the server with."""

from architect.domain.errors import UserError
from architect.domain.run_mode import RunMode

_ORDER: tuple[RunMode, ...] = ("plan", "ask", "edit", "yolo")
"""Each may do more without asking than the one before it."""


def mode_of_call(wanted: RunMode | None, allowed: RunMode) -> RunMode:
    """The mode of a run; without one that is `wanted`, what is `allowed`.

    Raises:
        UserError: it would do more than that.
    """
    if wanted is None:
        return allowed
    if _ORDER.index(wanted) > _ORDER.index(allowed):
        raise UserError(
            f"the mode {wanted!r} is not allowed here: the user started the server with the mode "
            f"{allowed!r}; they can start `architect mcp-serve` with --mode {wanted}"
        )
    return wanted


def require_may_edit(allowed: RunMode) -> None:
    """
    Raises:
        UserError: the server may change nothing.
    """
    if allowed == "plan":
        raise UserError(
            "the user started the server with --mode plan, so nothing is changed; they can start "
            "`architect mcp-serve` with --mode ask, edit or yolo"
        )
