"""What tokens cost."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from architect.domain.model_names import lent_model
from architect.domain.usage import Usage

_VERSION = re.compile(r"[-@:](\d{4}|v\d|latest$)")
"""What follows the name of a model to name one of its versions: a date, a number, `latest`."""

LOCAL_PROVIDERS = ("ollama/", "ollama_chat/", "lm_studio/", "hosted_vllm/", "recorded/")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens; `cached` is what input from the provider's cache costs."""

    input: float
    output: float
    cached: float | None = None

    def cost_usd(self, usage: Usage) -> float:
        cached_price = self.input if self.cached is None else self.cached
        fresh = max(0, usage.input_tokens - usage.cached_tokens)
        return (
            fresh * self.input
            + usage.cached_tokens * cached_price
            + usage.output_tokens * self.output
        ) / 1_000_000


FREE = Price(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices by model id; `fallback` is for models that are not on the list."""

    prices: Mapping[str, Price]
    fallback: Price | None = None

    def find(self, model: str) -> Price | None:
        """The price of `model`, None if it is unknown.

        The exact id first, with and without its provider; then the longest id that is followed by
        a version (`gpt-4o-2024-08-06` is a `gpt-4o`, `gpt-4o-mini` is not). Local models are free.
        What a model of the editor costs is between its user and who offers it.
        """
        if model.startswith(LOCAL_PROVIDERS):
            return FREE
        is_lent = lent_model(model) is not None
        for name in (model,) if is_lent else (model, model.rpartition("/")[2]):
            if price := self.prices.get(name) or self._of_a_version(name):
                return price
        return self.fallback

    def _of_a_version(self, name: str) -> Price | None:
        for known in sorted(self.prices, key=len, reverse=True):
            if name.startswith(known) and _VERSION.match(name, len(known)):
                return self.prices[known]
        return None
