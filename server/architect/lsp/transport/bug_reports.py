"""Our own bugs, in one sentence for the user and with the details in a file."""

from architect.ports.crash_log import CrashLog


class BugReports:
    """Keeps each kind of bug once: one at every keystroke would fill the disk."""

    def __init__(self, crash_log: CrashLog) -> None:
        self._crash_log = crash_log
        self._kept: dict[tuple[str, type[BaseException]], str] = {}

    def sentence(self, bug: BaseException, title: str) -> str:
        """What to tell about `bug`, which ended what is called `title`."""
        kind = (title, type(bug))
        if kind not in self._kept:
            self._kept[kind] = self._crash_log.keep(bug)
        named = f"a bug in architect ended {title} ({type(bug).__name__})"
        return f"{named}; details in {self._kept[kind]}"
