"""The price list of a run: the bundled one, the user's over it."""

import json
from pathlib import Path
from typing import Any, cast

from architect.config.costs import CostSettings
from architect.domain.errors import ConfigError
from architect.domain.prices import Price, PriceList

_BUNDLED = Path(__file__).with_name("prices.json")


def load_prices(costs: CostSettings) -> PriceList:
    """The prices that `costs` asks for; an empty list if costs are not tracked.

    Raises:
        ConfigError: `prices_file` cannot be used; the text names the entry.
    """
    if not costs.enabled:
        return PriceList({})
    prices = _read(_BUNDLED)
    if costs.prices_file is not None:
        prices |= _read(costs.prices_file)
    fallback = costs.fallback_price
    return PriceList(prices, Price(fallback.input, fallback.output) if fallback else None)


def _read(path: Path) -> dict[str, Price]:
    try:
        entries = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ConfigError(f"costs.prices_file {str(path)!r} cannot be read: {error}") from error
    if not isinstance(entries, dict):
        raise ConfigError(f"costs.prices_file {str(path)!r} must be an object of prices by model")
    return {
        name: _price(entry, f"costs.prices_file {str(path)!r}, model {name!r}")
        for name, entry in cast(dict[str, Any], entries).items()
        if not name.startswith("//")
    }


def _price(entry: Any, where: str) -> Price:
    try:
        price = Price(**{key: float(value) for key, value in entry.items()})
    except (AttributeError, TypeError, ValueError) as error:
        raise ConfigError(
            f'{where}: a price is {{"input": 2.0, "output": 8.0, "cached": 0.5}} in US dollars per '
            "million tokens, where 'cached' may be left out"
        ) from error
    if min(price.input, price.output, price.cached or 0.0) < 0:
        raise ConfigError(f"{where}: a price cannot be negative")
    return price
