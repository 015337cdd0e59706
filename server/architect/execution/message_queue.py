"""What the user says while a run works, until the model is told."""

from architect.domain.attached import Image
from architect.domain.run_request import Attachment
from architect.frozen import frozen


@frozen
class QueuedMessage:
    """Words of the user, with what goes with them; `message_id` is chosen by the front end."""

    message_id: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    images: tuple[Image, ...] = ()


class MessageQueue:
    """Messages in the order in which they came; one that is closed takes no more."""

    def __init__(self) -> None:
        self._waiting: list[QueuedMessage] = []
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def post(self, message: QueuedMessage) -> bool:
        """Queue `message`; False if the run will read no more."""
        if self._is_closed:
            return False
        self._waiting.append(message)
        return True

    def withdraw(self, message_id: str) -> bool:
        """Remove a message; False if the model was told it, or there is none."""
        for message in self._waiting:
            if message.message_id == message_id:
                self._waiting.remove(message)
                return True
        return False

    @property
    def first(self) -> QueuedMessage | None:
        """The message that has waited longest."""
        return self._waiting[0] if self._waiting else None

    def close(self) -> tuple[QueuedMessage, ...]:
        """Take no more; what nobody has read."""
        self._is_closed = True
        unread, self._waiting = tuple(self._waiting), []
        return unread
