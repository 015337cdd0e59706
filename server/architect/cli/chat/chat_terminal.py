"""What a conversation needs of the terminal it is held on."""

from collections.abc import Sequence
from typing import Protocol

from architect.cli.answer_reader import AnswerReader
from architect.cli.markdown.canvas import Canvas


class Listener(Protocol):
    """Who hears what the person at the terminal does."""

    def said(self, text: str, *, is_typed: bool = True) -> None:
        """A message, or a command that begins with a slash, or with an exclamation mark.

        `is_typed`: the person has typed just that, and sent it alone; it has not come back into the
        input, and is no part of something larger that was pasted.
        """
        ...

    def stop(self) -> bool:
        """What works shall stop; False if nothing does."""
        ...

    def hurry(self) -> None:
        """The messages that wait shall be read at once."""
        ...

    def withdraw(self) -> None:
        """What was queued last shall be in the input again, to be changed."""
        ...


class ChatTerminal(Canvas, AnswerReader, Protocol):
    """Shows a conversation, reads what is typed, and has questions answered.

    `replies` and `messages` are the words before what each says, empty if it is told otherwise.
    """

    @property
    def reply_name(self) -> str: ...

    async def drained(self) -> None:
        """Wait until the rows that were added stand there."""
        ...

    def echo(self, text: str) -> None:
        """Show what was said, where that is not to be seen yet."""
        ...

    def status(self, text: str) -> None:
        """What holds: model, mode, cost, context."""
        ...

    def queued(self, messages: Sequence[str], *, can_hurry: bool) -> None:
        """The messages and commands that wait; with `can_hurry` some can be read at once."""
        ...

    def working(self, works: bool) -> None:
        """Whether a run is under way."""
        ...

    def give_back(self, lines: Sequence[str]) -> None:
        """Put what nobody has read where it can be sent again, before what stands there already.

        Messages are sent together then, each command alone.
        """
        ...

    def drafts(self) -> Sequence[str]:
        """What stands there to be sent, in its order."""
        ...

    async def serve(self, listener: Listener) -> None:
        """Hear what is typed until the person ends the session."""
        ...

    def leave(self) -> None:
        """End the session."""
        ...
