"""Text from models, files and commands, made safe to print on a terminal."""

import re

_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters but tab and line feed, marks that reorder text, and lone surrogates."""


def harmless(text: str) -> str:
    """`text` with everything that could steer a terminal or reorder a line shown as an escape.

    CRLF line ends become LF, so that they do not show.
    """
    return _HARMFUL.sub(_escaped, text.replace("\r\n", "\n"))


def _escaped(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode("ascii")
