"""Addresses that need no library to be understood."""

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_PLAIN = lazy_pattern(
    r"(?i:(https?)://)([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?"
    r"(/[A-Za-z0-9._~!$&'()*+,;=:@/%-]*)?(\?[A-Za-z0-9._~!$&'()*+,;=:@/%?-]*)?"
)
_DEFAULT_PORTS = {"http": 80, "https": 443}


@frozen
class Address:
    """`host` is a name or the digits of an IP address; `target` is what the server is asked for."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """What the header Host says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def plain_address(url: str) -> Address | None:
    """The parts of `url`; None if it has a login, letters that must be encoded, or is none."""
    match = _PLAIN.fullmatch(url)
    if match is None or "/." in (match[4] or ""):
        return None
    scheme = match[1].lower()
    port = int(match[3]) if match[3] else _DEFAULT_PORTS[scheme]
    if not 0 < port < 65536:
        return None
    return Address(scheme, match[2].strip("[]").lower(), port, (match[4] or "/") + (match[5] or ""))


def is_name(host: str) -> bool:
    """Whether a name service could know `host`."""
    return all(0 < len(label) < 64 for label in host.removesuffix(".").split("."))
