"""How much the model gets to see."""

from typing import Annotated, Literal

from architect.checked.field import BeforeValidator, Field, Shown
from architect.checked.model import Model


def _unset_if_auto(value: object) -> object:
    return None if value == "auto" else value


def _auto_if_unset(value: int | None) -> int | str:
    return "auto" if value is None else value


READ_AUTO = BeforeValidator(_unset_if_auto, taken=int | Literal["auto"])
"""Takes `auto` for a number that is not set."""

WRITE_AUTO = Shown(_auto_if_unset)
"""Writes it so, too."""


class ContextSettings(Model):
    """Lengths in tokens. Longer results are cut; longer conversations lose their oldest steps.

    From the share `compact_at` of the window on the model sums those up, every
    `summarize_after_steps` at most, but for the last `keep_recent_steps`; at 1 it never does.

    None is written `auto`. For the conversation it is the window of the model, or 80,000 where that
    is not known; for results it is what `ResultLimits` gives them.
    """

    max_tool_result_tokens: Annotated[
        int | None, Field(ge=100, le=1_000_000), READ_AUTO, WRITE_AUTO
    ] = None
    max_context_tokens: Annotated[
        int | None, Field(ge=1_000, le=10_000_000), READ_AUTO, WRITE_AUTO
    ] = None
    compact_at: Annotated[float, Field(ge=0.3, le=1)] = 0.75
    summarize_after_steps: Annotated[int, Field(ge=1, le=1_000)] = 8
    keep_recent_steps: Annotated[int, Field(ge=1, le=1_000)] = 4
    parallel_tools: bool = True
