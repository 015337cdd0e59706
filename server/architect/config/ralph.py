"""Loops: a task repeated until its checks pass."""

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank


class RalphSettings(Model):
    """The bounds of `architect loop`; `max_cost` is in US dollars, times are in seconds.

    Without checks an iteration ends the loop that says `completion_tag` on a line of its own.
    """

    max_iterations: int = Field(default=25, ge=1, le=1000)
    max_cost: float | None = Field(default=None, ge=0)
    max_time: float | None = Field(default=None, ge=0.1)
    completion_tag: NotBlank = "COMPLETE"
    agent: NotBlank = "build"
    check_timeout: float = Field(default=600.0, ge=0.1)
