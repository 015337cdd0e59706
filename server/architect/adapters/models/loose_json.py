"""Parts of JSON that may be something else than they should be."""

from typing import Any, cast


def dict_of(value: object) -> dict[str, Any]:
    """An object as it is, everything else as an empty one."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def dicts_of(value: object) -> list[dict[str, Any]]:
    """The objects in a list; none if it is no list."""
    if not isinstance(value, list):
        return []
    return [
        cast(dict[str, Any], item) for item in cast(list[object], value) if isinstance(item, dict)
    ]


def texts_of(value: object) -> list[str]:
    """The texts in a list; none if it is no list."""
    if not isinstance(value, list):
        return []
    return [item for item in cast(list[object], value) if isinstance(item, str)]
