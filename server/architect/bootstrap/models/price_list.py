"""The price list of a run: the user's own, and what the table of models knows."""

import json
import math
import stat
from pathlib import Path
from typing import Any, cast

from architect.bootstrap.models.model_table import model_info
from architect.config.costs import CostSettings
from architect.domain.errors import ConfigError
from architect.domain.prices import Price, PriceList

MAX_SIZE_BYTES = 5_000_000


def load_prices(costs: CostSettings) -> PriceList:
    """The prices that `costs` asks for; an empty list if costs are not tracked.

    Raises:
        ConfigError: `prices_file` cannot be used; the text names the entry.
    """
    if not costs.enabled:
        return PriceList({})
    own = {} if costs.prices_file is None else _read(costs.prices_file)
    fallback = costs.fallback_price
    return PriceList(
        own, Price(fallback.input, fallback.output) if fallback else None, _price_in_the_table
    )


def _price_in_the_table(model: str) -> Price | None:
    info = model_info(model)
    return None if info is None else info.price


def _read(path: Path) -> dict[str, Price]:
    try:
        entries = json.loads(_content(path))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"costs.prices_file {str(path)!r} cannot be read: {error}") from error
    if not isinstance(entries, dict):
        raise ConfigError(f"costs.prices_file {str(path)!r} must be an object of prices by model")
    return {
        name: _price(entry, f"costs.prices_file {str(path)!r}, model {name!r}")
        for name, entry in cast(dict[str, Any], entries).items()
        if not name.startswith("//")
    }


def _content(path: Path) -> bytes:
    # Looking first: a pipe would be waited for, and some devices never end.
    if not stat.S_ISREG(path.stat().st_mode):
        raise ConfigError(f"costs.prices_file {str(path)!r} is not a regular file")
    with path.open("rb") as file:
        content = file.read(MAX_SIZE_BYTES + 1)
    if len(content) > MAX_SIZE_BYTES:
        raise ConfigError(
            f"costs.prices_file {str(path)!r} is larger than {MAX_SIZE_BYTES:,} bytes; "
            "list only the models that are used"
        )
    return content


def _price(entry: Any, where: str) -> Price:
    try:
        price = Price(**{key: float(value) for key, value in entry.items()})
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        raise ConfigError(
            f'{where}: a price is {{"input": 2.0, "output": 8.0, "cached": 0.5, '
            '"cache_write": 2.5}} in US dollars per million tokens, where '
            "'cached' and 'cache_write' may be left out"
        ) from error
    parts = (price.input, price.output, price.cached or 0.0, price.cache_write or 0.0)
    if not all(0 <= part < math.inf for part in parts):
        raise ConfigError(f"{where}: a price cannot be negative or infinite")
    return price
