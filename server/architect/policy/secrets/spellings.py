"""The other forms in which a known value may come along."""

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

from architect.domain.redaction import SHORTEST_SECRET

_SHORTEST_ENCODED = 10
"""Characters of Base64; fewer would be found by chance in long texts."""


def spellings(value: str) -> frozenset[str]:
    """`value`, and what it becomes in JSON, addresses, Base64 and hexadecimal digits.

    What is too short to be told from innocent text is left out.
    """
    content = value.encode("utf-8", "surrogateescape")
    plain = {
        value,
        value.strip(),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
    }
    plain |= {json.dumps(one)[1:-1] for one in plain}
    plain |= {quote(content), quote(content, safe=""), quote_plus(content)}
    digits = content.hex()
    encoded = {digits, digits.upper(), *_in_base64(content)}
    return frozenset(
        {one for one in plain if len(one) >= SHORTEST_SECRET}
        | {one for one in encoded if len(one) >= _SHORTEST_ENCODED}
    )


def _in_base64(content: bytes) -> Iterator[str]:
    """What of the Base64 of a longer text, such as `user:key`, depends on `content` alone.

    Three bytes become four characters, so there are three ways, by what stands before.
    """
    for before in range(3):
        for encode in (b64encode, urlsafe_b64encode):
            text = encode(b"\0" * before + content).decode()
            whole = (before + len(content)) // 3 * 4
            yield text[-(-before * 4 // 3) : whole] if before else text[:whole]
