"""The first two messages of a run, put together of parts in an order that never changes.

What holds from run to run comes first, as the system message, so that providers find it in their
caches; what is of this day and this task follows in the first message of the user.
"""

from collections.abc import Iterable

from architect.domain.attached import Attached
from architect.domain.context_part import ContextPart, PartSize
from architect.domain.journal.context_events import MentionLeftOut
from architect.frozen import frozen


@frozen
class Opening:
    """The parts of the system message and those of the user's, which ends with the task.

    `left_out` is what the task names and what is not among them. `taints` are where texts come from
    that the task names and that strangers may have written. `attached` is what people are shown of
    what goes with the task.
    """

    system_parts: tuple[ContextPart, ...]
    message_parts: tuple[ContextPart, ...]
    left_out: tuple[MentionLeftOut, ...] = ()
    taints: tuple[str, ...] = ()
    attached: tuple[Attached, ...] = ()

    @property
    def system(self) -> str:
        return _joined(self.system_parts)

    @property
    def message(self) -> str:
        return _joined(self.message_parts)

    @property
    def parts(self) -> tuple[ContextPart, ...]:
        """All that say something, in their order, and those that a rule left nothing of."""
        parts = (*self.system_parts, *self.message_parts)
        return tuple(part for part in parts if part.text or part.left_out)

    @property
    def sizes(self) -> tuple[PartSize, ...]:
        return tuple(part.size for part in self.parts)


def _joined(parts: Iterable[ContextPart]) -> str:
    return "\n\n".join(part.text for part in parts if part.text)
