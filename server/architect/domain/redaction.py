"""Keeping keys out of what is recorded and shown."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from architect.domain.provider_items import ProviderItems
from architect.frozen import frozen
from architect.l10n_made import Made
from architect.lazy_pattern import lazy_pattern

SHORTEST_SECRET = 8
"""A shorter value would be found in too many innocent texts; no provider has keys that short."""

PLACEHOLDER = lazy_pattern(r"\[redacted:([a-z0-9-]+:[0-9a-f]{4})\]")
"""What stands where a key stood: the rule that found it, and the fingerprint of the key."""

FINGERPRINT = lazy_pattern(r"[a-z0-9-]+:[0-9a-f]{4}")

T = TypeVar("T")


@frozen
class Redaction:
    """How often a key was replaced. `fingerprint` tells keys apart without telling what they are.

    It is the name of the rule with 16 bits of a hash: enough to allow a false alarm by, and one in
    65,536 of all guesses at a password would fit it.
    """

    fingerprint: str
    count: int

    @property
    def rule(self) -> str:
        return self.fingerprint.partition(":")[0]


def placeholder(fingerprint: str) -> str:
    return f"[redacted:{fingerprint}]"


def rewritten(value: T, clean: Callable[[str], str]) -> T:
    """`value` with `clean` applied to its strings.

    Goes through frozen dataclasses and tuples; what does not change is given back as it is.
    """
    return cast(T, _rewritten(value, clean))


def _rewritten(value: Any, clean: Callable[[str], str]) -> Any:
    if type(value) is str or isinstance(value, Made):
        cleaned = clean(value)
        return value if cleaned == value else cleaned
    if isinstance(value, tuple):
        items = cast(tuple[Any, ...], value)
        changed_items = tuple(_rewritten(item, clean) for item in items)
        return items if all(map(_is, changed_items, items)) else changed_items
    if isinstance(value, ProviderItems):
        return value.rewritten(clean)
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        written = {name: _rewritten(item, clean) for name, item in found.items()}
        changed = {name: item for name, item in written.items() if item is not found[name]}
        return replace(value, **changed) if changed else value
    return value


def _is(one: object, other: object) -> bool:
    return one is other
