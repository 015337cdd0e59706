"""What waits in a conversation while the agent works."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from architect.cli.chat.said import Said


@dataclass(slots=True)
class Waiting:
    """`messages` wait to be read by the model, `commands` for the end of the run.

    While a command of the person's own runs, whatever is said waits among the `commands`.
    """

    messages: list[Said] = field(default_factory=list[Said])
    commands: list[Said] = field(default_factory=list[Said])

    @property
    def all(self) -> Sequence[Said]:
        """In the order in which they are shown."""
        return [*self.messages, *self.commands]
