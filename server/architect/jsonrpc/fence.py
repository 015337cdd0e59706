"""What is answered when a handler ends in a way that nobody expected."""

import asyncio

from architect.jsonrpc.json_rpc import INTERNAL_ERROR, REQUEST_CANCELLED, ErrorAnswer
from architect.l10n import t
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
            return ErrorAnswer(REQUEST_CANCELLED, t("{title} was cancelled", title=title))
        kind = (title, type(error))
        if kind not in self._kept:
            self._kept[kind] = self._crash_log.keep(error)
        told = t(
            "a bug in architect ended {title} ({bug}); details in {where}",
            title=title,
            bug=type(error).__name__,
            where=self._kept[kind],
        )
        return ErrorAnswer(INTERNAL_ERROR, told)
