"""Whether a text under a suspicious name is a key, or only a name, a path or an example."""

import binascii
import math
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise

Check = Callable[[str], bool]

_LEAST_BITS = 3.0
"""Shannon's bits for each character; 16 random hexadecimal digits have 3.2 on average."""

_LEAST_CHANGES = 0.22
"""Of neighbours that are of different kinds: 0.4 among random small letters and digits, 0.62 where
there are capitals, less in names."""

_SHORTEST_RANDOM = 16

_EXAMPLE = re.compile(
    r"example|sample|dummy|placeholder|change.?me|replace|insert|your|my.?(?:key|token|secret)"
    r"|redacted|fake|mock|xxx|\*{3}|\.{3}|todo|fixme|foobar|password|passwd|secret|token"
    r"|abcdef|qwerty|123456|test",
    re.IGNORECASE,
)
"""Words that stand in examples and tests, and hardly ever by chance in something random."""

_HEXADECIMAL = re.compile(r"[0-9a-f]{32,}", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_HASH = re.compile(r"(?:sha\d{1,3}|md5)[-:].*", re.IGNORECASE)
_PLACE = re.compile(
    r"\.{0,2}/.*|~/.*|[a-z]:\\.*|.*://.*|(?:[\w-]+/)+[\w-]+\.\w+|.*\.[a-z]{2,5}",
    re.DOTALL,
)
"""A path or an address: a slash in front, or behind a dot what files end in."""

_DOTTED_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")

_NO_PASSWORD = re.compile(rf"{_EXAMPLE.pattern}|^\d{{1,5}},", re.IGNORECASE)
"""The second is a port, behind which another host is named."""

_DIGITS = frozenset("0123456789")
_COMMON_IN_ADDRESSES = frozenset(
    {"pass", "pwd", "root", "admin", "guest", "user", "postgres", "mysql", "redis", "mongo", "app"}
)


def looks_random(text: str) -> bool:
    """Whether `text` has letters and digits as mixed as only a machine would mix them."""
    if len(text) < _SHORTEST_RANDOM or not _is_own_word(text):
        return False
    kinds = [kind for kind in map(_kind, text) if kind != "other"]
    if kinds.count("digit") < 2 or kinds.count("digit") == len(kinds):
        return False
    changes = sum(one != other for one, other in pairwise(kinds)) / (len(kinds) - 1)
    mixed = changes >= _LEAST_CHANGES or _HEXADECIMAL.fullmatch(text) is not None
    return mixed and _bits(text) >= _LEAST_BITS


def looks_like_password(text: str) -> bool:
    """Whether `text` is hard to guess: random, or short with three kinds of characters."""
    if looks_random(text):
        return True
    if not _is_own_word(text):
        return False
    return len(set(map(_kind, text))) >= 3 and "digit" in map(_kind, text) and _bits(text) >= 2.75


def is_password_in_address(text: str) -> bool:
    """Whether `text` is more than what examples and development servers have."""
    return text.lower() not in _COMMON_IN_ADDRESSES and not _NO_PASSWORD.search(text)


def is_basic_credentials(text: str) -> bool:
    """Whether `text` is Base64 of a name, a colon and a password (RFC 7617)."""
    try:
        decoded = b64decode(text + "=" * (-len(text) % 4)).decode()
    except (binascii.Error, ValueError):
        return False
    name, colon, password = decoded.partition(":")
    return bool(name and colon and password) and decoded.isprintable()


def _is_own_word(text: str) -> bool:
    """Whether `text` is none of the things that stand beside such names and are no secret."""
    if _DOTTED_NAME.fullmatch(text):
        return any(map(looks_random, text.split(".")))
    others = (_UUID.fullmatch, _HASH.fullmatch, _PLACE.fullmatch, _EXAMPLE.search)
    return not any(is_one(text) for is_one in others)


def _kind(character: str) -> str:
    if character in _DIGITS:
        return "digit"
    if not character.isalpha():
        return "other"
    return "upper" if character.isupper() else "lower"


def _bits(text: str) -> float:
    size = len(text)
    return -sum(n / size * math.log2(n / size) for n in Counter(text).values())


CHECKS: Mapping[str, Check] = {
    "random": looks_random,
    "password": looks_like_password,
    "password-in-address": is_password_in_address,
    "basic": is_basic_credentials,
}
