"""What bash computes from a value: parts of it, or the value without something."""

from collections.abc import Mapping
from fnmatch import fnmatchcase

from architect.lazy_pattern import lazy_pattern

_MAX_PIECES = 500
"""Of a value that a pattern is tried on."""

_LIST = lazy_pattern(r"\$\{(\w+\[)[@*]\]\}")
_ELEMENT = lazy_pattern(r"\$\{(\w+)\[(\d+)\]\}")
_SLICE = lazy_pattern(r"\$\{(\w+):( -\d+|\d+)(?::(\d+))?\}")
_OTHER_CASE = lazy_pattern(r"\$\{(\w+)(\^\^?|,,?)\}")
_IF_SET = lazy_pattern(r"\$\{(\w+):?\+([^${}`'\"\\]*)\}")
_WITHOUT_TEXT = lazy_pattern(r"\$\{(\w+)(%%?|##?)([\w/.:*?-]+)\}")
_REPLACED = lazy_pattern(r"\$\{(\w+)(//?)([\w.:,+@=-]+)(?:/([\w/.:,+@=-]*))?\}")
_WITHOUT_NAME = lazy_pattern(r"\$\{(\w+)%/\*\}")


def computed(source: str, values: Mapping[str, str]) -> str | None:
    """`${x:0:1}`, `${x%/*}`, `${x//a/b}` of a known value, which commands are disguised with."""
    if found := _LIST.fullmatch(source):
        return values.get(f"{found[1]}@]")
    if (found := _ELEMENT.fullmatch(source)) and (text := values.get(f"{found[1]}[@]")):
        elements = text.split(" ")
        return elements[int(found[2])] if int(found[2]) < len(elements) else None
    if (found := _SLICE.fullmatch(source)) and (text := values.get(found[1])) is not None:
        return text[int(found[2]) :][: int(found[3]) if found[3] else None]
    if (found := _OTHER_CASE.fullmatch(source)) and found[1] in values:
        return _in_other_case(values[found[1]], found[2])
    if (found := _IF_SET.fullmatch(source)) and found[1] in values:
        return found[2] if values[found[1]] else ""
    if (found := _WITHOUT_NAME.fullmatch(source)) and found[1] in values:
        return values[found[1]].rpartition("/")[0]
    if (found := _WITHOUT_TEXT.fullmatch(source)) and found[1] in values:
        return _without(values[found[1]], found[2], found[3])
    if (found := _REPLACED.fullmatch(source)) and found[1] in values:
        return values[found[1]].replace(found[3], found[4] or "", 1 if found[2] == "/" else -1)
    return None


def _in_other_case(text: str, operator: str) -> str:
    change = str.upper if operator[0] == "^" else str.lower
    return change(text) if len(operator) == 2 else change(text[:1]) + text[1:]


def _without(text: str, operator: str, pattern: str) -> str:
    """`text` without the end (`%`) or the start (`#`) that `pattern` fits, the longest if twice."""
    ends = [text[index:] for index in range(len(text) + 1)]
    starts = [text[:index] for index in range(len(text), -1, -1)]
    pieces = ends if operator[0] == "%" else starts
    if len(operator) == 1:
        pieces.reverse()
    for piece in pieces[:_MAX_PIECES]:
        if fnmatchcase(piece, pattern):
            rest = len(text) - len(piece)
            return text[:rest] if operator[0] == "%" else text[len(piece) :]
    return text


def is_list(source: str) -> bool:
    """Whether `source` becomes a word for each element, as `${x[@]}` does even in quotes."""
    return _LIST.fullmatch(source) is not None
