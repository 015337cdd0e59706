"""What is answered when a handler ends in a way that nobody expected."""

import asyncio

from architect.jsonrpc.json_rpc import INTERNAL_ERROR, REQUEST_CANCELLED, ErrorAnswer
from architect.ports.crash_log import CrashLog


class Fence:
    """Tells our own bugs in one sentence, with the details in a file.

    Each kind of bug is kept once: one at every keystroke would fill the disk.
    """

    def __init__(self, crash_log: CrashLog) -> None:
        self._crash_log = crash_log
        self._kept: dict[tuple[str, type[BaseException]], str] = {}

    def answer(self, error: BaseException, title: str) -> ErrorAnswer:
        """What to answer when `error` ended what is called `title`."""
        if isinstance(error, asyncio.CancelledError):
            return ErrorAnswer(REQUEST_CANCELLED, f"{title} was cancelled")
        kind = (title, type(error))
        if kind not in self._kept:
            self._kept[kind] = self._crash_log.keep(error)
        named = f"a bug in architect ended {title} ({type(error).__name__})"
        return ErrorAnswer(INTERNAL_ERROR, f"{named}; details in {self._kept[kind]}")
