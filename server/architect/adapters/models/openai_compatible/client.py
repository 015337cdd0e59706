"""The HTTP client of one endpoint."""

import os
from typing import TYPE_CHECKING

from architect.adapters.install_command import install_command
from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.models.http.address import is_name, plain_address
from architect.adapters.models.http.certificates import usual_trust
from architect.adapters.models.http.direct import KEEP_ALIVE_S, DirectClient
from architect.adapters.models.http.exchanges import HttpClient
from architect.adapters.models.proxies import proxy_for, unusable_proxy
from architect.domain.errors import RequestRejectedError
from architect.l10n import english

if TYPE_CHECKING:
    import ssl


def open_client(api_base: str, *, address_source: str) -> HttpClient:
    """A client for `api_base`, obeying the proxy and CA variables of the environment.

    Takes up to 200 ms (imports, certificates): meant for a worker thread.

    Raises:
        RequestRejectedError: the address, its proxy or the CA file cannot be used.
    """
    address = plain_address(api_base)
    if address is None:
        _check_odd_host(api_base, address_source)
    elif not is_name(address.host):
        raise _unusable(api_base, address_source, english("no such name can exist"))
    proxy = proxy_for(api_base)
    if address is None or proxy is not None:
        return _through_httpx(api_base, proxy, _trust(api_base, proxy))
    return DirectClient(None if address.scheme == "http" else _trust(api_base, None))


def _through_httpx(api_base: str, proxy: str | None, trust: "ssl.SSLContext") -> HttpClient:
    from architect.adapters.models.http.through_httpx import ThroughHttpx
    from architect.adapters.models.httpx_import import import_httpx

    import_httpx()
    import httpx

    try:
        client = httpx.AsyncClient(
            verify=trust,
            proxy=proxy,
            # The proxy and the certificates are chosen already.
            trust_env=False,
            timeout=None,
            limits=httpx.Limits(keepalive_expiry=KEEP_ALIVE_S),
            headers={"User-Agent": "architect"},
        )
    except ImportError as error:
        reason = english(
            "a SOCKS proxy needs another package: run {pip_install}",
            pip_install=install_command("httpx[socks]"),
        )
        raise unusable_proxy(api_base, proxy or "", reason) from error
    except (ValueError, httpx.InvalidURL) as error:
        raise unusable_proxy(api_base, proxy or "", str(error)) from error
    return ThroughHttpx(client)


def _check_odd_host(api_base: str, address_source: str) -> None:
    """Refuse a host that no name service could know, before it is asked again and again."""
    from architect.adapters.models.httpx_import import import_httpx

    import_httpx()
    import httpx

    try:
        reason = "" if is_name(httpx.URL(api_base).host) else english("no such name can exist")
    except (ValueError, httpx.InvalidURL) as error:
        reason = str(error)
    if reason:
        raise _unusable(api_base, address_source, reason)


def _unusable(api_base: str, address_source: str, reason: str) -> RequestRejectedError:
    return RequestRejectedError(
        english(
            "the address {address} ({source}) cannot be used: {reason}; correct {source}",
            address=without_login(api_base),
            source=address_source,
            reason=reason,
        )
    )


def _trust(api_base: str, proxy: str | None) -> "ssl.SSLContext":
    """The certificates to trust, loaded only if anything on the way speaks TLS.

    Loading them takes 30 to 60 ms. The context for plain http trusts nobody, so that a TLS
    connection nobody thought of fails instead of going unverified.
    """
    import ssl

    ways = [api_base, proxy or ""]
    if not any(way.lower().startswith("https:") for way in ways):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        return usual_trust()
    except OSError as error:
        source = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
        raise RequestRejectedError(
            english(
                "the certificates in {source!r} (SSL_CERT_FILE or SSL_CERT_DIR) cannot be "
                "loaded: {error}",
                source=source,
                error=error,
            )
        ) from error
