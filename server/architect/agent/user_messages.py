"""What the user says while a run works, told to the model at the end of a step."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from architect.domain.attached import Attached, KeptImage, attached_images
from architect.domain.journal.context_events import MentionLeftOut
from architect.domain.journal.run_events import RunTainted, UserSaid
from architect.execution.message_queue import QueuedMessage
from architect.execution.run_context import RunContext
from architect.frozen import frozen


@frozen
class ReadMessage:
    """A message as the model reads it: `text` with what goes with it, and what does not.

    `taints` are where texts in it come from that strangers may have written. `attached` is what
    people are shown of what goes with it, but for the `images`.
    """

    text: str
    left_out: Sequence[MentionLeftOut] = ()
    taints: Sequence[str] = ()
    attached: tuple[Attached, ...] = ()
    images: tuple[KeptImage, ...] = ()


ReadMessages = Callable[[QueuedMessage], Coroutine[Any, Any, ReadMessage]]
"""Fetches what a message names and what is attached to it."""


async def as_written(message: QueuedMessage) -> ReadMessage:
    """A message that brings nothing along."""
    return ReadMessage(message.text)


class UserMessages:
    """Tells the model, at the end of a step, what the user has said since."""

    def __init__(self, run: RunContext, read: ReadMessages) -> None:
        self._run = run
        self._read = read

    @property
    def are_waiting(self) -> bool:
        return len(self._run.messages) > 0

    async def tell(self) -> None:
        """Put on record all that waits, in its order.

        Raises:
            StoppedError: the run was stopped meanwhile; what was not told still waits.
        """
        run = self._run
        while (message := run.messages.first) is not None:
            read = await run.stop.guard(self._read(message))
            if not run.messages.withdraw(message.message_id):
                continue  # it was withdrawn meanwhile
            for event in read.left_out:
                run.emit(event)
            for source in read.taints:
                run.emit(RunTainted(source=source))
            said = UserSaid(
                step=run.state.step,
                message_id=message.message_id,
                text=message.text,
                told=f"The user says:\n\n{read.text}",
                attached=(*read.attached, *attached_images(read.images)),
                images=read.images,
            )
            run.emit(said)
