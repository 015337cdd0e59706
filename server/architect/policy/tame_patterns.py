"""Which regular expressions can be searched for right here, and in how long a text.

Python's `re` takes exponential time for some expressions and cannot be stopped. The check errs to
one side only: what is not plainly tame is searched for in a process that can be ended.
"""

import re

from architect.lazy_pattern import lazy_pattern

_LINEAR_CHARACTERS = 200_000
_QUADRATIC_CHARACTERS = 3_000
_MAX_CHOICES = 6
"""Each `|` and `?` may double the work."""

_TOKEN = lazy_pattern(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?|.", re.DOTALL)
_BACKREFERENCE = lazy_pattern(r"\\[1-9]|\(\?P=|\(\?\(")


def tame_characters(pattern: str) -> int:
    """Up to how many characters searching for `pattern` is known to be quick; 0 if it is not."""
    if _BACKREFERENCE.search(pattern):
        return 0
    repeats = choices = 0
    before = ""
    for found in _TOKEN.finditer(pattern):
        token = found[0]
        if token in ("*", "+", "{"):
            repeats += 1
            if before == ")":
                return 0
        elif token in ("?", "|"):
            choices += 1
        before = token
    if repeats > 1 or choices > _MAX_CHOICES:
        return 0
    return _QUADRATIC_CHARACTERS if repeats else _LINEAR_CHARACTERS
