"""Text from models, files and commands, made safe to be shown to people."""

import re

from architect.lazy_pattern import lazy_pattern

_HARMFUL = lazy_pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff"
    "\xad\u034f\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
"""Control characters but tab and line feed, marks that reorder text or end lines, lone surrogates,
and what is read by models and not seen by people: zero-width characters but the joiners that
scripts need, letters that are blank (the fillers of Hangul), soft hyphens, tags (U+E0000) and the
variation selectors that carry bytes (U+E0100)."""


_BREAKS = lazy_pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters, and what else some program takes for the end of a line."""


def escape_controls(text: str) -> str:
    """`text` with everything that could steer a terminal, reorder a line or hide in it escaped.

    CRLF line ends become LF, so that they do not show.
    """
    escaped = _HARMFUL.sub(_escaped, text.replace("\r\n", "\n"))
    return text if escaped == text else escaped


def in_one_line(text: str) -> str:
    """`text` with its line ends escaped, so that a name does not go on as a line of ours."""
    escaped = _BREAKS.sub(_escaped, text)
    return text if escaped == text else escaped


def _escaped(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode("ascii")
