"""Backslash escapes, as `$'...'`, `echo -e` and `printf` write them."""

import re

from architect.lazy_pattern import lazy_pattern

_ESCAPE = lazy_pattern(
    r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,4})|c(.)|(.))",
    re.DOTALL,
)
_LETTERS = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def ansi_c_text(text: str) -> str:
    """`text` with its escapes replaced (bash manual, "ANSI-C Quoting")."""
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    hexadecimal = match[1] or match[2] or match[3]
    if hexadecimal:
        return _from_code(int(hexadecimal, 16))
    if match[4]:
        return _from_code(int(match[4], 8) & 0xFF)
    if match[5]:
        return _from_code(ord(match[5]) & 0x1F)
    return _LETTERS.get(match[6], match[6])


def _from_code(code: int) -> str:
    return chr(code) if 0 < code < 0x110000 else ""
