"""What tokens cost."""

from collections.abc import Callable, Mapping

from architect.domain.model_names import LOCAL_PROVIDERS, entry_of
from architect.domain.usage import Usage
from architect.frozen import frozen


@frozen
class Price:
    """US dollars per million tokens.

    `cached` is what input from the provider's cache costs, `cache_write` what it costs to write
    input into it; where they are unknown, both cost what other input does.
    """

    input: float
    output: float
    cached: float | None = None
    cache_write: float | None = None

    def cost_usd(self, usage: Usage) -> float:
        cached_price = self.input if self.cached is None else self.cached
        write_price = self.input if self.cache_write is None else self.cache_write
        fresh = max(0, usage.input_tokens - usage.cached_tokens - usage.written_tokens)
        return (
            fresh * self.input
            + usage.cached_tokens * cached_price
            + usage.written_tokens * write_price
            + usage.output_tokens * self.output
        ) / 1_000_000


FREE = Price(0.0, 0.0, 0.0)


def _unknown(_model: str) -> Price | None:
    return None


@frozen
class PriceList:
    """Prices by model id.

    `known` is asked for models that are not in `prices`; `fallback` is for those that it does not
    know either. Models whose names begin as in `free` cost nothing.
    """

    prices: Mapping[str, Price]
    fallback: Price | None = None
    known: Callable[[str], Price | None] = _unknown
    free: tuple[str, ...] = LOCAL_PROVIDERS

    def find(self, model: str) -> Price | None:
        """The price of `model` by its id or that of which it is a version, None if it is unknown.

        What a model of the editor costs is between its user and who offers it.
        """
        if model.startswith(self.free):
            return FREE
        return entry_of(model, self.prices) or self.known(model) or self.fallback
