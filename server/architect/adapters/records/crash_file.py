"""Tracebacks of our own bugs, in files of the user's log folder."""

import time
import traceback


class CrashFile:
    def keep(self, error: BaseException) -> str:
        """Write the traceback to a file of its own and return its path, or why there is none."""
        from platformdirs import user_log_path

        folder = user_log_path("architect", appauthor=False)
        path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 10**6:06}.log"
        text = "".join(traceback.format_exception(error))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "backslashreplace"))
        except OSError as failure:
            return f"no file, since {str(path)!r} cannot be written ({failure.strerror})"
        return str(path)
