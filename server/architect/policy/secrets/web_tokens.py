"""JSON Web Tokens by what is in them."""

import binascii
import json
from base64 import b64decode, urlsafe_b64decode

from architect.lazy_pattern import lazy_pattern

_TOKEN = lazy_pattern(rb"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.")


def is_web_token(text: str) -> bool:
    """Whether `text` has a header, claims and a signature, or at least a header (RFC 7519)."""
    return text.count(".") == 2 or _is_object(text.partition(".")[0])


def is_encoded_web_token(text: str) -> bool:
    """Whether `text` is one in Base64 once more."""
    whole = text[: len(text) // 4 * 4].replace("-", "+").replace("_", "/")
    try:
        return _TOKEN.match(b64decode(whole)) is not None
    except binascii.Error:
        return False


def _is_object(part: str) -> bool:
    try:
        return isinstance(json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4))), dict)
    except ValueError:
        return False
