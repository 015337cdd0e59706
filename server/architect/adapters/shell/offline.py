"""What tells package managers that there is no network, so that they say so at once."""

from collections.abc import Mapping

from architect.lazy_pattern import lazy_pattern

_VARIABLES = {
    # npm and pnpm wait for 10 s and then for 60 s (docs.npmjs.com, "fetch-retries").
    "npm_config_fetch_retries": "0",
    "YARN_HTTP_RETRY": "0",
    # pip tries each package five more times, uv three times.
    "PIP_RETRIES": "0",
    "UV_HTTP_RETRIES": "0",
    # Offline, cargo also builds what it has without looking for anything newer.
    "CARGO_NET_OFFLINE": "true",
    "CARGO_NET_RETRY": "0",
    "BUNDLE_RETRY": "0",
}


_PACKS = lazy_pattern(r"\bnpm\b[^;&|\n]*\b(?:pack|publish)\b")
_CACHE_FOR_PACKING = {"npm_config_cache": "/tmp/npm-cache"}
"""Npm stores what it packs in its cache, which is only read without a network, and it needs nothing
that is there."""


def without_network(environment: Mapping[str, str], line: str = "") -> dict[str, str]:
    """`environment` of the command `line`, which has no network; what it sets itself stays."""
    packing = _CACHE_FOR_PACKING if _PACKS.search(line) else {}
    return _VARIABLES | packing | dict(environment)
