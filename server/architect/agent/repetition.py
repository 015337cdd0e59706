"""Noticing that the model goes round in circles."""

from hashlib import sha256

from architect.domain.journal.state import Step
from architect.frozen import frozen

WARN_AT = 3
STOP_AT = 5


@frozen
class Repetition:
    """The call at `index` of the last step gave the same result for the `count`-th time."""

    index: int
    count: int


class RepetitionWatch:
    """Counts in how many steps the same call gave the same result, since a file last changed.

    Within one step equal calls count once: a model that asks twice in one breath has not yet seen
    the first answer.
    """

    def __init__(self) -> None:
        self._steps_seen: dict[bytes, int] = {}
        self._changes = 0

    def worst(self, step: Step, *, changes: int) -> Repetition | None:
        """The most repeated call of a finished step, if it was seen often enough to be told.

        `changes` counts the changes of the run so far: after a change the same call may well
        give the same result for a good reason.
        """
        if changes != self._changes:
            self._changes = changes
            self._steps_seen.clear()
        by_id = {result.call_id: result.text for result in step.results}
        keys: dict[bytes, int] = {}
        for index, call in enumerate(step.reply.calls):
            text = f"{call.name}\0{call.arguments}\0{by_id.get(call.id, '')}"
            keys.setdefault(sha256(text.encode("utf-8", "surrogatepass")).digest(), index)
        for key in keys:
            self._steps_seen[key] = self._steps_seen.get(key, 0) + 1
        if not keys:
            return None
        key = max(keys, key=lambda key: self._steps_seen[key])
        count = self._steps_seen[key]
        return Repetition(keys[key], count) if count >= WARN_AT else None


def warning(name: str, count: int) -> str:
    """What the model reads below the result of its repeated call."""
    return (
        f"[This is the same result as {count - 1} times before: {name} with these arguments gives "
        f"nothing new. Try something else; after {STOP_AT} times the run ends.]"
    )
