"""Marks around texts of others, by which the model tells them from what we say."""

import re

_CLOSING = r"</(?=\s*(?:{names}))"


def kept_inside(text: str, *names: str) -> str:
    """`text` in which nothing ends a mark of one of the `names`, so that the rest seemed ours."""
    closing = _CLOSING.format(names="|".join(map(re.escape, names)))
    return re.sub(closing, r"<\\/", text, flags=re.IGNORECASE)
