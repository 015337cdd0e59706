"""Where the details of our own bugs go."""

from typing import Protocol


class CrashLog(Protocol):
    def keep(self, error: BaseException) -> str:
        """Keep the traceback for a bug report and say where it is; never raises."""
        ...
