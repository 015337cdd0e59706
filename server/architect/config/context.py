"""How much the model gets to see."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field, PlainSerializer

from architect.config.section import SECTION


def _unset_if_auto(value: object) -> object:
    return None if value == "auto" else value


def _auto_if_unset(value: int | None) -> int | str:
    return "auto" if value is None else value


READ_AUTO = BeforeValidator(_unset_if_auto, json_schema_input_type=int | Literal["auto"])
"""Takes `auto` for a number that is not set."""

WRITE_AUTO = PlainSerializer(_auto_if_unset)
"""Writes it so, too."""


class ContextSettings(BaseModel):
    """All in tokens. Longer results are cut; longer conversations lose their oldest steps.

    None is written `auto`. For the conversation it is the window of the model, or 80,000 where that
    is not known; for results it is what `ResultLimits` gives them.
    """

    model_config = SECTION

    max_tool_result_tokens: Annotated[
        int | None, Field(ge=100, le=1_000_000), READ_AUTO, WRITE_AUTO
    ] = None
    max_context_tokens: Annotated[
        int | None, Field(ge=1_000, le=10_000_000), READ_AUTO, WRITE_AUTO
    ] = None
    parallel_tools: bool = True
