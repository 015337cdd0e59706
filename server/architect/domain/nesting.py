"""How deep a JSON value goes."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

MOST_LEVELS = 100
"""Objects and arrays in each other: more than anybody writes, less than Python can follow."""


def is_too_deep(value: Any) -> bool:
    """Whether `value` has more than `MOST_LEVELS` of objects and arrays in each other."""
    layer: list[Any] = [value]
    for _ in range(MOST_LEVELS + 1):
        layer = [part for each in layer for part in _parts(each)]
    return bool(layer)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return cast(Mapping[Any, Any], value).values()
    return cast(list[Any], value) if isinstance(value, list) else ()
