"""A provider that cannot be reached, with what the user can do about it."""

import ipaddress
from urllib.parse import urlsplit

from architect.domain.errors import ConnectionFailedError

_OLLAMA_PORT = 11434
"""Where Ollama listens unless told otherwise (its FAQ, OLLAMA_HOST)."""

_SAYS_NOTHING = "All connection attempts failed"
"""What anyio says, whatever the reason was at each of the addresses of a host."""


def no_connection(address: str, source: str, reason: str) -> ConnectionFailedError:
    """The fault for an `address` that `source`, a setting or a variable, names."""
    why = "nothing answers there" if reason == _SAYS_NOTHING else reason
    return ConnectionFailedError(
        f"no connection to {address} ({source}): {why}; {_advice(address)}"
    )


def is_on_this_machine(address: str) -> bool:
    """Whether the host of a URL is this machine."""
    try:
        return _is_loopback(urlsplit(address).hostname or "")
    except ValueError:
        return False


def _advice(address: str) -> str:
    try:
        url = urlsplit(address)
        host, port = url.hostname or "", url.port
    except ValueError:
        return "check the address"
    if port == _OLLAMA_PORT:
        return "is Ollama running? `ollama serve` starts it"
    if _is_loopback(host):
        return "is the model server running?"
    return "check the address, the network and the proxy"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
