"""What tells package managers that there is no network, so that they say so at once."""

from collections.abc import Mapping

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


def without_network(environment: Mapping[str, str]) -> dict[str, str]:
    """`environment` of a command that has no network; what it sets itself stays."""
    return _VARIABLES | dict(environment)
