"""What is known of a model."""

from typing import Literal

from architect.domain.prices import Price
from architect.frozen import frozen

Capability = Literal[
    "tools", "no_tools", "parallel_tools", "vision", "reasoning", "prompt_caching", "responses_only"
]
"""`no_tools` says that it is known to call none. `parallel_tools` are several calls in one reply;
`responses_only` models are reached through OpenAI's Responses API alone."""


@frozen
class ModelInfo:
    """Facts of a model at one provider; None stands for what is unknown.

    `max_input_tokens` is the context window as far as a request may fill it, `max_output_tokens`
    the longest reply. A capability that is not named may only be one that nobody noted down.
    `efforts` are those of its reasoning, in the words of the provider; empty if nobody says.
    """

    provider: str
    price: Price | None
    max_input_tokens: int | None
    max_output_tokens: int | None
    capabilities: frozenset[Capability]
    efforts: tuple[str, ...] = ()


@frozen
class ServedModel:
    """What the one who serves a model says of it; None stands for what it does not say."""

    id: str
    max_input_tokens: int | None = None
    max_output_tokens: int | None = None
    price: Price | None = None
    capabilities: frozenset[Capability] | None = None
