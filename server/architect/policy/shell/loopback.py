"""Requests to this very machine, by which no text of a stranger comes in."""

import re
from collections.abc import Iterator, Sequence

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE

_HOST = lazy_pattern(
    r"(?:(?:https?|wss?|ftp)://)?"
    r"(?:localhost|(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){1,3}|0\.0\.0\.0|\[::1\]|::1)"
    r"(?::(?:\d*|\0))?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
"""A loopback address (RFC 6761, RFC 1122) with a port and a path; no user in front of an `@`."""

_VALUED = {
    "curl": re.compile(
        r"-[a-zA-Z]*[XHdoTuAebcFmwErYyzCtD]|--(?:request|header|data(?:-\w+)?|json|output|user"
        r"|user-agent|referer|cookie|cookie-jar|form|max-time|connect-timeout|write-out|cacert"
        r"|cert|key|retry|retry-delay|retry-max-time|range|output-dir|max-filesize|limit-rate)"
    ),
    "wget": re.compile(r"-[a-zA-Z]*[OoPtTUw]|--(?:output-document|tries|timeout|header)"),
    "nc": re.compile(r"-[a-zA-Z]*[wi]"),
    "ping": re.compile(r"-[a-zA-Z]*[ciWws]"),
    "http": re.compile(r"-[a-zA-Z]*[aAo]|--(?:auth|timeout|output|print)"),
}
_ALIASES = {"ncat": "nc", "netcat": "nc", "telnet": "nc", "https": "http", "xh": "http"}
_LEADS_ELSEWHERE = lazy_pattern(
    r"-[a-zA-Z]*[xK]|--(?:proxy|preproxy|socks|resolve|connect-to|config|doh-url|execute|input-file"
    r"|base|unix-socket)\w*(?:=.*)?|-[ei]"
)
_METHOD = lazy_pattern(r"[A-Z]{3,7}|\S+(?:==?|:=|:)\S*")
"""What httpie takes before and behind the address: a method, fields and headers."""


def stays_on_machine(program: str, arguments: Sequence[str], *, sure: bool = True) -> bool:
    """Whether `program` with its `arguments` is known to talk to no other machine.

    Without `sure`, what is not known before it runs may be a port.
    """
    kind = _ALIASES.get(program, program)
    if kind not in _VALUED:
        return False
    if kind in ("curl", "wget") and any(map(_LEADS_ELSEWHERE.fullmatch, arguments)):
        return False
    addresses = list(_addresses(kind, arguments))
    if sure and any(HOLE in word for word in addresses):
        return False
    return bool(addresses) and all(map(_HOST.fullmatch, addresses))


def _addresses(kind: str, arguments: Sequence[str]) -> Iterator[str]:
    """The words that say whom to talk to."""
    words = iter(arguments)
    for word in words:
        if _VALUED[kind].fullmatch(word):
            next(words, None)
        elif word.startswith("--url="):
            yield word.removeprefix("--url=")
        elif not word.startswith("-"):
            if kind == "http" and word.startswith(":"):
                yield f"localhost{word}"  # httpie's short form
            elif kind == "http" and _METHOD.fullmatch(word) and not _HOST.fullmatch(word):
                continue
            else:
                yield word
                if kind == "nc":
                    return
