"""The HTTP client of one endpoint."""

import os
from typing import TYPE_CHECKING

from architect.adapters.models.httpx_import import import_httpx
from architect.domain.errors import RequestRejectedError

if TYPE_CHECKING:
    import ssl

    import httpx

KEEP_ALIVE_S = 60.0
"""How long an idle connection is kept: a tool may run that long between two requests."""


def open_client(api_base: str) -> "httpx.AsyncClient":
    """A client for `api_base`, obeying the proxy and CA variables of the environment.

    Takes up to 200 ms (imports, certificates): meant for a worker thread.

    Raises:
        RequestRejectedError: the CA file of the environment cannot be loaded.
    """
    import_httpx()
    import httpx

    return httpx.AsyncClient(
        verify=_trust(api_base),
        timeout=None,
        limits=httpx.Limits(keepalive_expiry=KEEP_ALIVE_S),
        headers={"User-Agent": "architect"},
    )


def _trust(api_base: str) -> "ssl.SSLContext":
    """The certificates to trust, loaded only if anything on the way speaks TLS.

    Loading them takes 30 to 60 ms. The context for plain http trusts nobody, so that a TLS
    connection nobody thought of fails instead of going unverified.
    """
    import ssl
    from urllib.request import getproxies

    import httpx

    ways = [api_base, *getproxies().values()]
    if not any(way.lower().startswith("https:") for way in ways):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        return httpx.create_ssl_context()
    except OSError as error:
        source = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
        raise RequestRejectedError(
            f"the certificates in {source!r} (SSL_CERT_FILE or SSL_CERT_DIR) cannot be loaded: "
            f"{error}"
        ) from error
