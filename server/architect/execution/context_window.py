"""How many tokens the requests of a run may have."""

from collections.abc import Callable

SHORTEST_TOKENS = 1_000
"""A figure below it is no context window, whoever says so."""


class ContextWindow:
    """Starts at what is known of the model; who serves it may know better.

    `most`, if given, is what the user set: nothing makes the window longer than that. `remember`
    gets what a refused request taught of a model.
    """

    def __init__(
        self,
        tokens: int,
        *,
        most: int | None = None,
        remember: Callable[[str, int], None] = lambda model, tokens: None,
    ) -> None:
        self._tokens = tokens
        self._most = most
        self._remember = remember

    @property
    def tokens(self) -> int:
        return self._tokens

    def set(self, tokens: int) -> None:
        """Take the word of who serves the model for it."""
        if tokens >= SHORTEST_TOKENS:
            self._tokens = tokens if self._most is None else min(tokens, self._most)

    def was_exceeded(self, model: str, tokens: int | None) -> None:
        """A request to `model` was refused as longer than `tokens`, None if that was not said."""
        if tokens is not None and tokens >= SHORTEST_TOKENS:
            self.set(tokens)
            self._remember(model, tokens)
