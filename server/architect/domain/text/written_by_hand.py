"""Whether people have written a text, or a program has."""

import re

from architect.lazy_pattern import lazy_pattern

_LONG_LINE_BYTES = 5_000
_GENERATED = lazy_pattern(
    rb"""^(?:\#|//|/\*|[ ]?\*|--|;|<!--)[^\n]*?
    (?: @generated\b | \bdo[ ]not[ ]edit\b | sourceMappingURL=
      | (?<=[#/*;!-])[ ]*(?:this[ ])?(?:(?:file|code|contents?)[ ])?(?:(?:is|was)[ ])?
        (?:auto(?:matically)?[ -]?)?generated\b )""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""A comment at the start of a line that says so, and not one about something that is generated."""


def is_written_by_hand(content: bytes) -> bool:
    """Whether `content` is text that people write, neither binary, minified nor generated."""
    return not is_binary(content) and not is_generated(content) and not is_minified(content)


def is_binary(content: bytes) -> bool:
    return b"\0" in content[:8_192]


def is_generated(content: bytes) -> bool:
    """Whether its first lines say so."""
    return _GENERATED.search(content[:1_000]) is not None


def is_minified(content: bytes) -> bool:
    """Whether its lines are longer than anybody reads."""
    lines = content.count(b"\n") + 1
    return len(content) >= _LONG_LINE_BYTES and len(content) / lines >= 300
