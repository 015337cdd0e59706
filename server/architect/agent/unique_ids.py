"""Call ids that are unique in the whole conversation."""

from collections.abc import Iterable
from dataclasses import replace

from architect.domain.ids import CallId
from architect.domain.messages import ToolCall


def with_unique_ids(calls: Iterable[ToolCall], used: set[CallId]) -> tuple[ToolCall, ...]:
    """`calls`, with a number added to every id that is in `used` already or empty.

    `used` grows by the ids given. Some servers count calls from zero in each reply, and then a
    result could be taken for the answer to an earlier call.
    """
    unique: list[ToolCall] = []
    for call in calls:
        base = call.id or "call"
        name, number = CallId(base), 1
        while not name or name in used:
            number += 1
            name = CallId(f"{base}-{number}")
        used.add(name)
        unique.append(call if name == call.id else replace(call, id=name))
    return tuple(unique)
