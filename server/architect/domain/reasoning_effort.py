"""How hard a model thinks before it replies."""

from collections.abc import Collection
from typing import Literal

from architect.domain.errors import UserError
from architect.l10n import either, english

ReasoningEffort = Literal["none", "minimal", "low", "medium", "high", "max"]
"""What a user may choose; `max` is the most that the model has, `minimal` the least above none."""

LADDER = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""The words of all providers, the least first."""


def effort_word(wanted: ReasoningEffort, model: str, known: Collection[str]) -> str:
    """`wanted` in the words of the provider of `model`, which knows the efforts `known`.

    Where nobody knows them, `known` is empty, and the provider is asked for what the user wants.

    Raises:
        UserError: the model has no such effort.
    """
    efforts = _in_order(known)
    thinking = [effort for effort in efforts if effort != "none"]
    if not efforts or wanted in efforts:
        return wanted
    if wanted == "none":
        raise UserError(
            english(
                "{model} cannot reply without reasoning: choose at least --reasoning "
                "{least} (llm.reasoning_effort)",
                model=model,
                least=choices(thinking)[0],
            )
        )
    if wanted in ("minimal", "max"):
        return thinking[0] if wanted == "minimal" else thinking[-1]
    raise UserError(
        english(
            "{model} does not know the reasoning effort {wanted!r}: choose {either} "
            "(llm.reasoning_effort, --reasoning)",
            model=model,
            wanted=wanted,
            either=either(choices(efforts)),
        )
    )


def choices(known: Collection[str]) -> list[str]:
    """The words that a user has for the efforts `known`: what is beyond `high` is `max`."""
    efforts = _in_order(known)
    chosen = [effort for effort in efforts if effort not in ("xhigh", "max")]
    return chosen if len(chosen) == len(efforts) else [*chosen, "max"]


def _in_order(known: Collection[str]) -> list[str]:
    return [effort for effort in LADDER if effort in known]
