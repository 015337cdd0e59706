"""Tracebacks of our own bugs, in files of the user's log folder."""

import os
import time
import traceback
from collections.abc import Callable

from architect.l10n import english


class CrashFile:
    """`clean` takes keys out of what is written: the message of an error may quote one."""

    def __init__(self, clean: Callable[[str], str]) -> None:
        self._clean = clean

    def keep(self, error: BaseException) -> str:
        """Write the traceback to a file of its own and return its path, or why there is none."""
        from platformdirs import user_log_path

        folder = user_log_path("architect", appauthor=False)
        path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 10**6:06}.log"
        text = self._clean("".join(traceback.format_exception(error)))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
                file.write(text.encode("utf-8", "backslashreplace"))
        except OSError as failure:
            return english(
                "no file, since {path!r} cannot be written ({reason})",
                path=str(path),
                reason=failure.strerror,
            )
        return str(path)
