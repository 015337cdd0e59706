"""Text of others in messages that people read: nothing of it steers, reorders or hides."""

from typing import Any, cast

from architect.domain.escape_controls import escape_controls

_READ = frozenset(
    {
        "window/showMessage",
        "window/showMessageRequest",
        "window/logMessage",
        "$/progress",
        "architect/confirm",
    }
)
_AS_IT_IS = frozenset({"token"})
"""The editor's own value, by which it knows what a message is about."""


def shown_params(method: str, params: Any) -> Any:
    """`params` as they are sent: of a message for people, all text in it made harmless."""
    return _shown(params) if method in _READ else params


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return escape_controls(value)
    if isinstance(value, list):
        return [_shown(item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        return {key: item if key in _AS_IT_IS else _shown(item) for key, item in fields.items()}
    return value
