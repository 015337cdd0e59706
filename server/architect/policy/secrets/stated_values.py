"""The keys and passwords that a file for them states: what to look for wherever it comes out.

A program can read more files than a command line names. What it prints of them is known by its
value, whether the name it stood under is printed with it or not.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.names import kind_of
from architect.policy.secrets.values import (
    is_password_in_address,
    is_plain,
    is_uuid,
    looks_random,
)

_ASSIGNED = lazy_pattern(
    r"^[ \t]*(?:export[ \t]+|set[ \t]+(?:-\w+[ \t]+)?)?(?://[^\s=]{1,200}:)?[\"']?(\w[\w./-]{0,100})[\"']?"
    r"[ \t]*[:=][ \t]*(?:\"([^\"\n]{8,512})\"|'([^'\n]{8,512})'|([^\n\"'#][^\n\"'#]{7,511}))",
    re.MULTILINE,
)
"""A line of a dotenv file, of an INI file as npm and clouds have, of JSON or of YAML."""

_PAIR = lazy_pattern(r"[{,]\s*\"(\w[\w./-]{0,100})\"\s*:\s*\"([^\"\n]{8,512})\"")
"""Of JSON, wherever it stands in its line."""

_MORE_NAMES = lazy_pattern(r"(?:pin|salt|seed|mnemonic|phrase)s?$|_auth$", re.IGNORECASE)
"""Ends of names that need not be for a key in code, but are in such a file."""

_HEXADECIMAL = lazy_pattern(r"[0-9a-f]+", re.IGNORECASE)
_IN_ADDRESS = lazy_pattern(r"[a-z][\w+.-]*://(?:([^\s:@/]*)(?::([^\s@/]*))?@)?\S*", re.IGNORECASE)
_NETRC = lazy_pattern(r"\bpassword\s+(\S{8,512})")
_PGPASS = lazy_pattern(r"^(?:[^:\n#]*:){4}([^:\s]{8,512})$", re.MULTILINE)

_SHORTEST = 8


def stated_values(text: str) -> Iterator[str]:
    """What `text` states under names for secrets, and what looks random under others.

    A plain word, a number, an example or an address without a password is none.
    """
    for found in _ASSIGNED.finditer(text):
        value = next(filter(None, found.groups()[1:])).strip().rstrip(",;")
        yield from _of_assignment(found[1], value)
    for name, value in _PAIR.findall(text):
        yield from _of_assignment(name, value)
    for pattern in (_NETRC, _PGPASS):
        yield from (value for value in pattern.findall(text) if not is_plain(value))


def _of_assignment(name: str, value: str) -> Iterator[str]:
    if (address := _IN_ADDRESS.fullmatch(value)) is not None:
        yield from _of_address(*address.groups(default=""))
    elif len(value) < _SHORTEST:
        return
    elif kind_of(name) is not None or _MORE_NAMES.search(name):
        if not is_plain(value):
            yield value
    elif looks_random(value) and not (_HEXADECIMAL.fullmatch(value) or is_uuid(value)):
        yield value


def _of_address(user: str, password: str) -> Iterator[str]:
    for part in (password, unquote(password)):
        if len(part) >= _SHORTEST and is_password_in_address(part):
            yield part
    if looks_random(user):
        yield user
