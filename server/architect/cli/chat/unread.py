"""The messages that wait for the model to read them."""

import secrets

from architect.app.live_run import LiveRun
from architect.cli.chat.said import Said
from architect.execution.message_queue import QueuedMessage


class Unread:
    """In the order in which they were said, by the ids that the run knows them by."""

    def __init__(self) -> None:
        self._said: dict[str, Said] = {}

    @property
    def all(self) -> list[Said]:
        return list(self._said.values())

    def post(self, said: Said, run: LiveRun, *, at_once: bool) -> None:
        """Have `run` read it; with `at_once` what its step is doing ends."""
        message_id = secrets.token_hex(8)
        self._said[message_id] = said
        run.say(_queued(message_id, said), at_once=at_once)

    def hurry(self, run: LiveRun) -> bool:
        """Have `run` read all at once; False if there is none."""
        message_id = next(reversed(self._said), None)
        if message_id is None or not run.withdraw(message_id):
            return False
        run.say(_queued(message_id, self._said[message_id]), at_once=True)
        return True

    def withdraw(self, said: Said, run: LiveRun) -> bool:
        """Have `run` not read it; False if it has."""
        message_id = next((one for one, each in self._said.items() if each is said), None)
        if message_id is None or not run.withdraw(message_id):
            return False
        return self.was_read(message_id)

    def was_read(self, message_id: str) -> bool:
        """It waits no more; False if it did not."""
        return self._said.pop(message_id, None) is not None

    def clear(self) -> list[Said]:
        """Nothing waits any more; what did."""
        unread, self._said = self.all, {}
        return unread


def _queued(message_id: str, said: Said) -> QueuedMessage:
    return QueuedMessage(message_id, said.text, said.attached.texts, said.attached.images)
