"""A provider that cannot be reached, with what the user can do about it."""

import ipaddress
from urllib.parse import urlsplit

from architect.domain.errors import ConnectionFailedError, helped
from architect.l10n import english

_OLLAMA_PORT = 11434
"""Where Ollama listens unless told otherwise (its FAQ, OLLAMA_HOST)."""

_SAY_NOTHING = (
    "all connection attempts failed",
    "nothing answers there",
    "refused",
)
"""What anyio says, whatever the reason was at each of the addresses of a host; what we and systems
say."""


_SETTING = "llm.api_base"


def no_connection(address: str, source: str, reason: str) -> ConnectionFailedError:
    """The fault for an `address` that `source`, a setting or a variable, names."""
    said = english(
        "no connection to {address} ({source}): {reason}",
        address=address,
        source=source,
        reason=reason.rstrip("."),
    )
    if any(words in reason.casefold() for words in _SAY_NOTHING):
        said = english("Nothing answers at {address} ({source})", address=address, source=source)
    fault = ConnectionFailedError(f"{said}; {_advice(address)}")
    if _is_ollama(address):
        return helped(fault, "startOllama", brief=english("{said}; is Ollama running?", said=said))
    return helped(fault, "openSettings", setting=source) if source == _SETTING else fault


def is_on_this_machine(address: str) -> bool:
    """Whether the host of a URL is this machine."""
    try:
        return _is_loopback(urlsplit(address).hostname or "")
    except ValueError:
        return False


def _is_ollama(address: str) -> bool:
    """Whether it is where Ollama listens on this machine."""
    try:
        return is_on_this_machine(address) and urlsplit(address).port == _OLLAMA_PORT
    except ValueError:
        return False


def _advice(address: str) -> str:
    try:
        url = urlsplit(address)
        host, port = url.hostname or "", url.port
    except ValueError:
        return english("check the address")
    if port == _OLLAMA_PORT:
        return english("is Ollama running? `ollama serve` starts it")
    if _is_loopback(host):
        return english("is the model server running?")
    return english("check the address, the network and the proxy")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
