"""How many tokens a model call took."""

from architect.frozen import frozen


@frozen
class Usage:
    """Tokens of one or more model calls.

    Of `input_tokens`, `cached_tokens` came from the provider's cache and `written_tokens` were
    written to it at a price of their own; `reasoning_tokens` are part of `output_tokens`.
    They are as the provider counted them, unless `estimated` says that for some it did not.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    estimated: bool = False
    written_tokens: int = 0
    reasoning_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    @property
    def cached_percent(self) -> int:
        """The share of the input that came from the cache, rounded down; 0 of no input."""
        return 100 * self.cached_tokens // max(1, self.input_tokens)

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.estimated or other.estimated,
            self.written_tokens + other.written_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
        )


NO_USAGE = Usage()
