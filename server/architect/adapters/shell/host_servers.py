"""Servers of this machine that a command looked for and could not reach from its sandbox."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from architect.lazy_pattern import lazy_pattern

_REFUSED = lazy_pattern(
    r"refused|REFUSED|[Cc]ould(?:n't| not) connect|[Cc]an't connect|Failed to connect"
)
_LOOPBACK_PORT = lazy_pattern(
    r"(?:localhost|127(?:\.\d{1,3}){3}|::1|0\.0\.0\.0)[^\n\d]{0,20}?(?:port\W{1,3}|[:/])(\d{2,5})\b"
)
"""As Node, curl, wget, Go, Python and the clients of databases write it."""

_MOST_CHARACTERS = 100_000
_CURL_FOUND_NOBODY = 7
"""curl(1), "EXIT CODES"; with `-s` it says nothing."""

_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LISTENING = b"0A"
"""The state of a socket, TCP_LISTEN in include/net/tcp_states.h of Linux."""


def servers_outside(line: str, said: str, exit_code: int) -> tuple[int, ...]:
    """The ports where the command `line` found nobody, although a server listens on this machine.

    A sandbox without the network has a loopback interface of its own.
    """
    if exit_code != _CURL_FOUND_NOBODY and not _REFUSED.search(said[-_MOST_CHARACTERS:]):
        return ()
    text = f"{line[:_MOST_CHARACTERS]}\n{said[-_MOST_CHARACTERS:]}"
    wanted = {int(port) for port in _LOOPBACK_PORT.findall(text)}
    return tuple(sorted(wanted.intersection(_ports_listened_on()))) if wanted else ()


def _ports_listened_on() -> Iterator[int]:
    """The ports of this machine where a server listens (proc(5), `/proc/net/tcp`)."""
    for table in _TABLES:
        with contextlib.suppress(OSError):
            for row in table.read_bytes().split(b"\n")[1:]:
                match row.split():
                    case [_, local, _, state, *_] if state == _LISTENING:
                        yield int(local.rpartition(b":")[2], 16)
                    case _:
                        pass
