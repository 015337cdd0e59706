"""Addresses as messages show them: without what nobody else should read."""

from urllib.parse import urljoin


def without_login(address: str) -> str:
    """`address` without a user name and password."""
    scheme, separator, rest = address.rpartition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"


def redirect_target(location: str, *, asked_at: str) -> str:
    """Where a redirect points to, as an address without login, query and fragment.

    `asked_at` is the address that answered with it, which a relative `location` builds on.
    """
    try:
        target = urljoin(asked_at, location.strip())
    except ValueError:
        target = location
    return without_login(target.partition("#")[0].partition("?")[0])
