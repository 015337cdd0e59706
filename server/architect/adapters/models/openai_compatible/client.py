"""The HTTP client of one endpoint."""

import os
from typing import TYPE_CHECKING

from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.models.httpx_import import import_httpx
from architect.adapters.models.proxies import proxy_for, unusable_proxy
from architect.domain.errors import RequestRejectedError

if TYPE_CHECKING:
    import ssl

    import httpx

KEEP_ALIVE_S = 60.0
"""How long an idle connection is kept: a tool may run that long between two requests."""

_INSTALL_SOCKS = "pip install 'httpx[socks]'"


def open_client(api_base: str, *, address_source: str) -> "httpx.AsyncClient":
    """A client for `api_base`, obeying the proxy and CA variables of the environment.

    Takes up to 200 ms (imports, certificates): meant for a worker thread.

    Raises:
        RequestRejectedError: the address, its proxy or the CA file cannot be used.
    """
    import_httpx()
    import httpx

    _check_host(api_base, address_source)
    proxy = proxy_for(api_base)
    trust = _trust(api_base, proxy)
    try:
        return httpx.AsyncClient(
            verify=trust,
            proxy=proxy,
            # The proxy and the certificates are chosen already.
            trust_env=False,
            timeout=None,
            limits=httpx.Limits(keepalive_expiry=KEEP_ALIVE_S),
            headers={"User-Agent": "architect"},
        )
    except ImportError as error:
        reason = f"a SOCKS proxy needs another package: run {_INSTALL_SOCKS}"
        raise unusable_proxy(api_base, proxy or "", reason) from error
    except (ValueError, httpx.InvalidURL) as error:
        raise unusable_proxy(api_base, proxy or "", str(error)) from error


def _check_host(api_base: str, address_source: str) -> None:
    """Refuse a host that no name service could know, before it is asked again and again."""
    import httpx

    try:
        host = httpx.URL(api_base).host
        labels = host.removesuffix(".").split(".")
        reason = "" if all(0 < len(label) < 64 for label in labels) else "no such name can exist"
    except (ValueError, httpx.InvalidURL) as error:
        reason = str(error)
    if reason:
        raise RequestRejectedError(
            f"the address {without_login(api_base)} ({address_source}) cannot be used: {reason}; "
            f"correct {address_source}"
        )


def _trust(api_base: str, proxy: str | None) -> "ssl.SSLContext":
    """The certificates to trust, loaded only if anything on the way speaks TLS.

    Loading them takes 30 to 60 ms. The context for plain http trusts nobody, so that a TLS
    connection nobody thought of fails instead of going unverified.
    """
    import ssl

    import httpx

    ways = [api_base, proxy or ""]
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
