"""Whether a text is a key or a password, or only a name, a path, a hash or an example."""

import binascii
import math
import re
from base64 import b64decode
from collections import Counter
from functools import lru_cache

from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.randomness import surplus_bits

_LEAST_SURPLUS = 2.0
_LEAST_SURPLUS_OF_SHORT = 5.0
_LEAST_SURPLUS_OF_LETTERS = 12.0
"""Of short ones without a digit, such as the names of people."""

_SHORT = 16
_SHORTEST_RANDOM = 11
"""One less, and the public keys of badges in a README would be among them."""

_LEAST_BITS = 2.75
"""Shannon's bits for each character of a password."""

_EXAMPLE = lazy_pattern(
    r"example|sample|dummy|placeholder|change.?me|replace|insert|your|my.?(?:key|token|secret)"
    r"|redacted|fake|mock|xxx|\*{3}|\.{3}|todo|fixme|foobar|password|passwd|secret|token"
    r"|abcdef|qwerty|123456|test",
    re.IGNORECASE,
)
"""Words that stand in examples and tests, and hardly ever by chance in something random."""

_KNOWN_PASSWORD = lazy_pattern(
    r"p[a@4][s5$]{2}w?[o0]?r?d?|s[e3]cr[e3]t|letmein|welcome|hunter2|iloveyou|abc123|admin1",
    re.IGNORECASE,
)
"""What fixtures and examples have: the first that anybody would try."""

_UUID = lazy_pattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_HASH = lazy_pattern(r"(?:sha\d{1,3}|md5|h1)[-:].*", re.IGNORECASE)
_FILE = lazy_pattern(r".*\.[a-z]{2,5}|(?:[\w-]+/)+[\w-]+\.\w+")
_PLACE = lazy_pattern(rf"\.{{0,2}}/.*|~/.*|[a-z]:\\.*|[\w.-]+:\d{{1,5}}|{_FILE.pattern}")
"""A path, by a slash in front or what files end in; a host with a port."""

_ADDRESS = lazy_pattern(r".*://")
_DOTTED_NAME = lazy_pattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_FILLED_IN_LATER = lazy_pattern(r"\$[{(]|\{\{|<%|%\(|%[a-z]$|\$\w+$|%\w+%|@\w+@$|<.*>|\{\w*\}")
_CODE = lazy_pattern(r"\(.*\)|\[.*\]|\{.*\}|\w=[^=]|::|^[#^]|\$$")
"""Calls, subscripts, named arguments, colours, expressions."""

_PLACEHOLDER = lazy_pattern(
    r"(?:change.?(?:me|it|this)|your\b|your[-_]|<|\[|x{3}|\*{3}|\.{3}|todo|fixme|replace|insert|example"
    r"|sample|dummy|placeholder|redacted|fake|mock|foobar|none|null|true|false|enter|put).*"
    r"|(?:test|password|passwd|secret|token|admin|default|root|postgres|mysql|guest)[\W\d_]*",
    re.IGNORECASE,
)
"""What stands in a file for keys as long as nobody has filled it in."""

_NUMBER = lazy_pattern(r"[\d\W_]+")
_WORD = lazy_pattern(r"[A-Za-z]+")
_WORDS_WITH_SEPARATORS = lazy_pattern(r"[A-Za-z]+(?:[-_. ][A-Za-z]+)*")
_MOST_PLAIN_WORDS, _MOST_PLAIN_LETTERS = 2, 15
"""Of a text that could stand anywhere; what is longer is a passphrase."""

_WORD_OF_KEY = lazy_pattern(r"[\w+/.~%:@!#^*-]+={0,3}")
_SIGNS_OF_KEY = frozenset("!@#$%^&*()+=~?")

_NO_PASSWORD = lazy_pattern(rf"{_EXAMPLE.pattern}|^\d{{1,5}},", re.IGNORECASE)
"""The second is a port, behind which another host is named."""

_COMMON_IN_ADDRESSES = frozenset(
    {"pass", "pwd", "root", "admin", "guest", "user", "postgres", "mysql", "redis", "mongo", "app"}
)


@lru_cache(maxsize=4_096)
def looks_random(text: str) -> bool:
    """Whether `text` has characters as mixed as only a machine would mix them."""
    if len(text) < _SHORTEST_RANDOM or not any(map(str.isalpha, text)) or not _is_own_word(text):
        return False
    return surplus_bits(text.rstrip("=")) >= _least_surplus(text)


def _least_surplus(text: str) -> float:
    if len(text) >= _SHORT:
        return _LEAST_SURPLUS
    has_digit = any(map(str.isdigit, text))
    return _LEAST_SURPLUS_OF_SHORT if has_digit else _LEAST_SURPLUS_OF_LETTERS


def is_key(text: str, *, may_be_id: bool) -> bool:
    """Whether `text`, under a name for keys, is one; `may_be_id` says that a UUID is none."""
    if is_uuid(text):
        return not may_be_id
    if len(_SIGNS_OF_KEY.intersection(text)) >= 3 and looks_like_password(text):
        return True
    return _WORD_OF_KEY.fullmatch(text) is not None and looks_random(text)


def is_password(text: str) -> bool:
    """Whether `text`, under a name for passwords, is one that is not known to everybody."""
    if _CODE.search(text) or _KNOWN_PASSWORD.search(text):
        return False
    return is_uuid(text) or looks_like_password(text)


def looks_like_password(text: str) -> bool:
    """Whether `text` is hard to guess: random, or short with three kinds of characters."""
    if looks_random(text):
        return True
    if not _is_own_word(text) or _PLACE.fullmatch(text):
        return False
    kinds = set(map(_kind, text))
    return len(kinds) >= 3 and "digit" in kinds and _bits(text) >= _LEAST_BITS


def is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None and len(set(text)) > 5


def is_plain(text: str) -> bool:
    """Whether `text`, in a file for keys, is none: a word or two, a number, a path, an example."""
    if _PLACEHOLDER.fullmatch(text) or _FILLED_IN_LATER.search(text) or _NUMBER.fullmatch(text):
        return True
    if is_uuid(text):
        return False
    if (_PLACE.fullmatch(text) or _HASH.fullmatch(text)) and not looks_random(text):
        return True
    words = _WORD.findall(text)
    is_short = len(words) <= _MOST_PLAIN_WORDS and sum(map(len, words)) <= _MOST_PLAIN_LETTERS
    only_words = _WORDS_WITH_SEPARATORS.fullmatch(text) is not None
    return is_short and only_words and surplus_bits(text) < _least_surplus(text)


def is_password_in_address(text: str) -> bool:
    """Whether `text` is more than what examples and development servers have."""
    return text.lower() not in _COMMON_IN_ADDRESSES and not _NO_PASSWORD.search(text)


def is_pair_with_key(text: str) -> bool:
    """Whether `text` is a name and a password, with a colon between them."""
    name, _, password = text.partition(":")
    is_hexadecimal = re.fullmatch(r"[0-9a-f]{8}", password) is not None
    return (is_hexadecimal and len(name) == len(password)) or looks_like_password(password)


def is_basic_credentials(text: str) -> bool:
    """Whether `text` is Base64 of a name, a colon and a password (RFC 7617).

    Either may be missing; a name alone is one if it is a key.
    """
    name, colon, password = _decoded(text).partition(":")
    if not colon:
        return False
    return is_password_in_address(password) if password else looks_random(name)


def is_encoded_password(text: str) -> bool:
    """Whether `text` is a key, or Base64 of something that can be printed."""
    return looks_random(text) or len(_decoded(text)) >= 6


def has_many_characters(text: str) -> bool:
    """Whether `text` is no name and not one letter many times."""
    return looks_random(text) or (len(set(text)) > 12 and surplus_bits(text) > 0)


def _decoded(text: str) -> str:
    """What `text` is in Base64; empty if it is no printable text."""
    try:
        decoded = b64decode(text + "=" * (-len(text) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return ""
    return decoded if decoded.isprintable() else ""


def _is_own_word(text: str) -> bool:
    """Whether `text` is none of the things that stand beside such names and are no secret."""
    if _DOTTED_NAME.fullmatch(text):
        return any(map(looks_random, text.split(".")))
    if is_uuid(text) or _ADDRESS.match(text):
        return False
    others = (_HASH.fullmatch, _FILE.fullmatch, _FILLED_IN_LATER.search, _EXAMPLE.search)
    return not any(is_one(text) for is_one in others)


def _kind(character: str) -> str:
    if character.isdigit():
        return "digit"
    if not character.isalpha():
        return "other"
    return "upper" if character.isupper() else "lower"


def _bits(text: str) -> float:
    size = len(text)
    return -sum(n / size * math.log2(n / size) for n in Counter(text).values())
