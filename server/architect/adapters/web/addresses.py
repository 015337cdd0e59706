"""To which addresses requests may go: the name of a host is never enough to know."""

import asyncio
import ipaddress
import socket

from architect.domain.errors import WebFault

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses written as IPv6: https://www.rfc-editor.org/rfc/rfc6052."""


async def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of `host` that lead to no machine of a private network.

    Raises:
        WebFault: there are none.
    """
    found = await addresses(host, port)
    public = [address for address in found if is_public(address)]
    if not public:
        raise _private(host, found[0])
    return public


def _private(host: str, address: str) -> WebFault:
    where = "" if host == address else f"{address}, "
    return WebFault(
        f"{host} is {where}on this machine or a private network, where nothing is fetched from;"
        " the user may allow that with web.allow_private"
    )


def expect_no_private_literal(host: str) -> None:
    """See that `host` is not plainly a machine of a private network, where somebody else looks.

    Raises:
        WebFault: it is.
    """
    name = host.lower().rstrip(".")
    try:
        address = str(ipaddress.ip_address(name))
    except ValueError:
        try:
            address = socket.inet_ntoa(socket.inet_aton(name))  # 127.1, 0x7f000001, 2130706433
        except OSError:
            address = "127.0.0.1" if name == "localhost" or name.endswith(".localhost") else ""
    if address and not is_public(address):
        raise _private(host, address)


async def addresses(host: str, port: int) -> list[str]:
    """All addresses of `host`, at least one.

    Raises:
        WebFault: there is no such host.
    """
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise WebFault(f"there is no host {host!r}: {error}") from error
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def is_public(address: str) -> bool:
    """Whether the address is one of the internet, however it is written."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    return ip.is_global and not ip.is_multicast and all(map(_is_public_v4, _inner(ip)))


def _is_public_v4(ip: ipaddress.IPv4Address) -> bool:
    return ip.is_global and not ip.is_multicast


def _inner(
    ip: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> list[ipaddress.IPv4Address]:
    """The IPv4 addresses that an IPv6 one leads to."""
    if isinstance(ip, ipaddress.IPv4Address):
        return []
    inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF))
    return [each for each in inner if each is not None]
