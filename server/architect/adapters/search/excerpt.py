"""The part of a line that is shown."""

from architect.lazy_pattern import lazy_pattern

_LONGEST_LINE = 400
_BEFORE_MATCH = 100
"""Characters of a cut line that are kept before its first match."""

_CUT = lazy_pattern(r"^\[[\d,]+ characters\] \.\.\.|\.\.\. ?\[[\d,]+ characters\]$")


def excerpt(text: str, start: int) -> str:
    """`text`, or the part of a very long one around `start`."""
    if len(text) <= _LONGEST_LINE:
        return text
    first = max(0, min(start - _BEFORE_MATCH, len(text) - _LONGEST_LINE))
    part = text[first : first + _LONGEST_LINE]
    before = f"[{first:,} characters] ..." if first else ""
    rest = len(text) - first - len(part)
    return before + part + (f"... [{rest:,} characters]" if rest else "")


def core(shown: str) -> str:
    """What of an excerpt stands in the text itself."""
    return _CUT.sub("", shown) if len(shown) > _LONGEST_LINE else shown
