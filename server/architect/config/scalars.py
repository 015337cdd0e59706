"""The meaning of an unquoted YAML scalar, without the surprises of YAML 1.1.

Only `true` and `false` are booleans, so `off` and `no` are texts; a number with leading zeros is a
text and not octal; there are no dates and no base 60. Otherwise the core schema of YAML 1.2
(https://yaml.org/spec/1.2.2/#103-core-schema), without infinity and not-a-number.
"""

import re

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# 18 digits: int() refuses thousands of them, and nothing we configure needs more.
_WHOLE = r"[-+]?(0|[1-9][0-9]{0,17})"
_DECIMAL = r"(?=.*[.eE])[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"

Scalar = str | int | float | bool | None


def plain_scalar(text: str) -> Scalar:
    """The value of `text`, which stays a text unless it is a number, a boolean or null."""
    if text in _WORDS:
        return _WORDS[text]
    if re.fullmatch(_WHOLE, text):
        return int(text)
    if re.fullmatch(_DECIMAL, text):
        return float(text)
    return text
