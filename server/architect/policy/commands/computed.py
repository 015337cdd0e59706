"""What bash computes from a value: parts of it, or the value without something."""

import re
from collections.abc import Mapping

_LIST = re.compile(r"\$\{(\w+\[)[@*]\]\}")
_SLICE = re.compile(r"\$\{(\w+):(\d+):(\d+)\}")
_WITHOUT_TEXT = re.compile(r"\$\{(\w+)(%%?|##?)([\w/.:-]+)\}")
_REPLACED = re.compile(r"\$\{(\w+)(//?)([\w.:,+@=-]+)(?:/([\w/.:,+@=-]*))?\}")
_WITHOUT_NAME = re.compile(r"\$\{(\w+)%/\*\}")


def computed(source: str, values: Mapping[str, str]) -> str | None:
    """`${x:0:1}`, `${x%/*}`, `${x//a/b}` of a known value, which commands are disguised with."""
    if found := _LIST.fullmatch(source):
        return values.get(f"{found[1]}@]")
    if (found := _SLICE.fullmatch(source)) and (text := values.get(found[1])) is not None:
        return text[int(found[2]) :][: int(found[3])]
    if (found := _WITHOUT_NAME.fullmatch(source)) and found[1] in values:
        return values[found[1]].rpartition("/")[0]
    if (found := _WITHOUT_TEXT.fullmatch(source)) and found[1] in values:
        cut = str.removesuffix if found[2][0] == "%" else str.removeprefix
        return cut(values[found[1]], found[3])
    if (found := _REPLACED.fullmatch(source)) and found[1] in values:
        return values[found[1]].replace(found[3], found[4] or "", 1 if found[2] == "/" else -1)
    return None


def is_list(source: str) -> bool:
    """Whether `source` becomes a word for each element, as `${x[@]}` does even in quotes."""
    return _LIST.fullmatch(source) is not None
