"""The proxy on the way to an address, out of the environment."""

import os
import sys
from urllib.parse import urlsplit

from architect.adapters.models.faults.shown_address import without_login
from architect.domain.errors import RequestRejectedError
from architect.l10n import english

_SCHEMES = ("http", "https", "socks5", "socks5h")


def proxy_for(address: str) -> str | None:
    """The proxy for `address`; None if it is reached directly.

    The others are not looked at: a proxy that cannot be used must not be in the way of an address
    that needs none.

    Raises:
        RequestRejectedError: the proxy is not one; the text names its variable.
    """
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    if not _may_be_set():
        return None
    from urllib.request import getproxies, proxy_bypass  # 8 ms that most users need not spend

    proxies = getproxies()
    kind = parts.scheme if proxies.get(parts.scheme) else "all"
    proxy = proxies.get(kind)
    if not proxy or proxy_bypass(host) or proxy_bypass(parts.hostname or ""):
        return None
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    if not _is_usable(proxy):
        raise unusable_proxy(
            address,
            proxy,
            english("it is none of {schemes}://host:port", schemes=", ".join(_SCHEMES)),
        )
    return proxy


def _may_be_set() -> bool:
    """Whether a proxy is named anywhere; other systems have settings beside the environment."""
    return sys.platform != "linux" or any(name.lower().endswith("_proxy") for name in os.environ)


def unusable_proxy(address: str, proxy: str, reason: str) -> RequestRejectedError:
    """That `proxy`, which is the one for `address`, cannot be used."""
    variable = _variable(address, proxy)
    shown = without_login(address)
    return RequestRejectedError(
        english(
            "the proxy {proxy!r} ({variable}) cannot be used: {reason}; fix or unset "
            "{variable}, or name the host of {shown} in NO_PROXY",
            proxy=without_login(proxy),
            variable=variable,
            reason=reason,
            shown=shown,
        )
    )


def _is_usable(proxy: str) -> bool:
    try:
        parts = urlsplit(proxy)
        return parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _variable(address: str, proxy: str) -> str:
    for kind in (urlsplit(address).scheme, "all"):
        for name in (f"{kind}_proxy", f"{kind.upper()}_PROXY"):
            if (value := os.environ.get(name)) and proxy.endswith(value.strip()):
                return name
    return english("the proxy settings of the system")
