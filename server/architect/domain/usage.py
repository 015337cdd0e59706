"""How many tokens a model call took."""

from architect.frozen import frozen


@frozen
class Usage:
    """Tokens of one or more model calls; `cached_tokens` are part of `input_tokens`.

    They are as the provider counted them, unless `estimated` says that for some it did not.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    estimated: bool = False

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.estimated or other.estimated,
        )


NO_USAGE = Usage()
