"""The price list of a run: the user's own, and what the table of models knows."""

import json
import math
import stat
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from architect.bootstrap.models.model_table import model_info
from architect.config.costs import CostSettings
from architect.domain.errors import ConfigError
from architect.domain.model_names import LOCAL_PROVIDERS
from architect.domain.prices import Price, PriceList
from architect.l10n import english

MAX_SIZE_BYTES = 5_000_000
_COMPATIBLE = "hosted_vllm/"
"""Whatever is compatible with OpenAI: a server of one's own, or a gateway that charges."""
_OWN_DOMAINS = (".local", ".localhost", ".internal", ".lan", ".home.arpa")


def load_prices(costs: CostSettings, api_base: str | None = None) -> PriceList:
    """The prices that `costs` asks for with models at `api_base`; none if costs are not tracked.

    Raises:
        ConfigError: `prices_file` cannot be used; the text names the entry.
    """
    if not costs.enabled:
        return PriceList({})
    own = {} if costs.prices_file is None else _read(costs.prices_file)
    fallback = costs.fallback_price
    return PriceList(
        own,
        Price(fallback.input, fallback.output) if fallback else None,
        _price_in_the_table,
        free=LOCAL_PROVIDERS if api_base is None else _free_at(api_base),
    )


def _free_at(address: str) -> tuple[str, ...]:
    """What costs nothing there: who serves models beyond one's own network may charge for them."""
    if _is_ones_own(urlsplit(address).hostname or ""):
        return LOCAL_PROVIDERS
    return tuple(each for each in LOCAL_PROVIDERS if each != _COMPATIBLE)


def _is_ones_own(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(_OWN_DOMAINS)


def _price_in_the_table(model: str) -> Price | None:
    info = model_info(model)
    return None if info is None else info.price


def _read(path: Path) -> dict[str, Price]:
    try:
        entries = json.loads(_content(path))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(
            english(
                "costs.prices_file {path!r} cannot be read: {error}", path=str(path), error=error
            )
        ) from error
    if not isinstance(entries, dict):
        raise ConfigError(
            english(
                "costs.prices_file {path!r} must be an object of prices by model", path=str(path)
            )
        )
    return {
        name: _price(entry, f"costs.prices_file {str(path)!r}, model {name!r}")
        for name, entry in cast(dict[str, Any], entries).items()
        if not name.startswith("//")
    }


def _content(path: Path) -> bytes:
    # Looking first: a pipe would be waited for, and some devices never end.
    if not stat.S_ISREG(path.stat().st_mode):
        raise ConfigError(
            english("costs.prices_file {path!r} is not a regular file", path=str(path))
        )
    with path.open("rb") as file:
        content = file.read(MAX_SIZE_BYTES + 1)
    if len(content) > MAX_SIZE_BYTES:
        raise ConfigError(
            english(
                "costs.prices_file {path!r} is larger than {max_size_bytes:,} bytes; list only "
                "the models that are used",
                path=str(path),
                max_size_bytes=MAX_SIZE_BYTES,
            )
        )
    return content


def _price(entry: Any, where: str) -> Price:
    try:
        price = Price(**{key: float(value) for key, value in entry.items()})
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        raise ConfigError(
            english(
                '{where}: a price is {{"input": 2.0, "output": 8.0, "cached": 0.5, '
                "\"cache_write\": 2.5}} in US dollars per million tokens, where 'cached' and "
                "'cache_write' may be left out",
                where=where,
            )
        ) from error
    parts = (price.input, price.output, price.cached or 0.0, price.cache_write or 0.0)
    if not all(0 <= part < math.inf for part in parts):
        raise ConfigError(english("{where}: a price cannot be negative or infinite", where=where))
    return price
