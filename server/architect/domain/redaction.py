"""Keeping the values of keys out of what is recorded and shown."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

SHORTEST_SECRET = 8
"""A shorter value would be found in too many innocent texts; no provider has keys that short."""

REDACTED = "[redacted]"

T = TypeVar("T")


def redacted(value: T, secrets: Sequence[str]) -> T:
    """`value` with every occurrence of a secret in its strings replaced.

    Goes through frozen dataclasses and tuples; what holds no secret is given back as it is.
    """
    return cast(T, _redacted(value, secrets)) if secrets else value


def _redacted(value: Any, secrets: Sequence[str]) -> Any:
    if type(value) is str:
        for secret in secrets:
            if secret in value:
                value = value.replace(secret, REDACTED)
        return value
    if isinstance(value, tuple):
        items = cast(tuple[Any, ...], value)
        clean = tuple(_redacted(item, secrets) for item in items)
        return items if all(map(_is, clean, items)) else clean
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        clean = {name: _redacted(item, secrets) for name, item in found.items()}
        changed = {name: item for name, item in clean.items() if item is not found[name]}
        return replace(value, **changed) if changed else value
    return value


def _is(one: object, other: object) -> bool:
    return one is other
