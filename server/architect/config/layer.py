"""One source of settings, and several of them as one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeGuard

from architect.frozen import frozen

KeyPath = tuple[str | int, ...]
"""Where a value stands: `("agents", "mine", "allowed_tools", 0)`."""


@frozen
class Layer:
    """The settings of one file, environment variable or flag.

    `name` is what the user calls it. `lines` says on which line each key of a file stands.
    """

    name: str
    values: Mapping[str, Any]
    lines: Mapping[KeyPath, int] = field(default_factory=dict[KeyPath, int])

    def place(self, path: KeyPath) -> str:
        """Where the user has to look for `path`, or for what it should have stood in."""
        line = self.line(path)
        return self.name if line is None else f"{self.name}:{line}"

    def line(self, path: KeyPath) -> int | None:
        """The line of `path`, or of the innermost key around it that has one."""
        around = (path[:length] for length in range(len(path), 0, -1))
        return next((self.lines[key] for key in around if key in self.lines), None)

    def depth(self, path: KeyPath) -> int:
        """How many of the keys of `path` this layer has."""
        values: Any = self.values
        for depth, key in enumerate(path):
            if not is_mapping(values) or key not in values:
                return depth
            values = values[key]
        return len(path)


def is_mapping(value: object) -> TypeGuard[Mapping[Any, Any]]:
    """Whether `value` has keys of its own."""
    return isinstance(value, Mapping)


def merged(layers: Iterable[Layer]) -> dict[str, Any]:
    """All settings; later layers win, mappings are merged key by key, lists are replaced."""
    result: dict[str, Any] = {}
    for layer in layers:
        result = _over(result, layer.values)
    return result


def nested(path: Sequence[str], value: Any) -> dict[str, Any]:
    """`value` below the keys of `path`, which must not be empty."""
    for key in reversed(path):
        value = {key: value}
    return value


def _over(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(lower)
    for key, value in upper.items():
        below = result.get(key)
        if is_mapping(value) and is_mapping(below):
            result[key] = _over(below, value)
        else:
            result[key] = value
    return result
