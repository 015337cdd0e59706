"""Values under the name of a key that are none: settings about keys, and what stands in for them.

Without them a test or a build fails for reasons that nobody sees: `TOKEN_TTL=3600`,
`SECRET_KEY=ci-dummy`. A value that is not surely harmless counts as a key.
"""

import re

from architect.lazy_pattern import lazy_pattern
from architect.policy.secrets.values import looks_like_password, looks_random

_CONSTANT = lazy_pattern(
    r"|[+-]?\d{1,6}(?:\.\d{1,3})?[smhd]?|true|false|yes|no|on|off|none|null|disabled|enabled",
    re.IGNORECASE,
)
_STAND_IN = lazy_pattern(
    r"dummy|fake|mock|placeholder|changeme|change-?me|example|sample|test|testing|insecure|ci|unused"
    r"|not-?needed|not-?a-?(?:real-)?(?:key|secret|token)|x{3,}",
    re.IGNORECASE,
)
_WORDS = lazy_pattern(r"[a-z]+|\d{1,4}", re.IGNORECASE)
_LONGEST_STAND_IN = 40
_PATH = lazy_pattern(r"(?:~|\.{1,2})?(?:/[\w.@+-]+)+/?")
_ADDRESS = lazy_pattern(r"https?://[\w.:-]+(?:/[\w.@+/-]*)?")
_ABOUT_KEYS = lazy_pattern(
    r".*_(?:TTL|URL|URI|NAME|TYPE|ALG|ALGORITHM|FILE|PATH|DIR|REGION|ISSUER|AUDIENCE|HEADER|LENGTH"
    r"|SIZE|LIMIT|MAX|MIN|COUNT|VERSION|LIFETIME|EXPIRY|EXPIRES|EXPIRES_IN|EXPIRATION|TIMEOUT"
    r"|SECONDS|MINUTES|HOURS|DAYS|ENABLED|REQUIRED|POLICY|PREFIX|ENDPOINT|SCOPE|SCOPES)"
)
_LONGEST_SETTING = 100


def is_harmless(upper_name: str, value: str) -> bool:
    """Whether `value` is surely no key, although the name of the variable says so."""
    if _CONSTANT.fullmatch(value) or _stands_in(value):
        return True
    if _PATH.fullmatch(value) or _ADDRESS.fullmatch(value):
        return not any(map(looks_random, re.split(r"[/@]", value)))
    is_about = _ABOUT_KEYS.fullmatch(upper_name) is not None and len(value) <= _LONGEST_SETTING
    return is_about and not looks_like_password(value) and "@" not in value


def _stands_in(value: str) -> bool:
    """Whether `value` consists of words, one of which says that it is not meant."""
    words = [word for word in re.split(r"[-_. ]", value) if word]
    if len(value) > _LONGEST_STAND_IN or not all(map(_WORDS.fullmatch, words)):
        return False
    joined = "-".join(words)
    return re.search(rf"(?:^|-)(?:{_STAND_IN.pattern})(?:-|$)", joined, re.IGNORECASE) is not None
