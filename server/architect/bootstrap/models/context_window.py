"""How long a conversation may become."""

from architect.config.schema import Config

UNKNOWN_WINDOW = 80_000
"""Tokens; most models that one would give a tool have room for more."""


def context_window(config: Config) -> int:
    """The tokens that are set, else those that the model takes, as far as they are known."""
    wanted = config.context.max_context_tokens
    if wanted is not None:
        return wanted
    from architect.bootstrap.models.model_table import model_info

    info = model_info(config.llm.model)
    return (info.max_input_tokens if info else None) or UNKNOWN_WINDOW
