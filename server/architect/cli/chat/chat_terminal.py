"""What a conversation needs of the terminal it is held on."""

from collections.abc import Sequence
from typing import Protocol

from architect.cli.answer_reader import AnswerReader
from architect.cli.markdown.canvas import Canvas


class Listener(Protocol):
    """Who hears what the person at the terminal does."""

    def said(self, text: str) -> None:
        """A message, or a command that begins with a slash."""
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

    def echo(self, text: str) -> None:
        """Show what was said, where that is not to be seen yet."""
        ...

    def status(self, text: str) -> None:
        """What holds: model, mode, cost, context."""
        ...

    def queued(self, messages: Sequence[str]) -> None:
        """The messages that wait to be read."""
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
