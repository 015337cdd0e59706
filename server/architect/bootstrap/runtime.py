"""What every process of ours has: a clock, a place for our own bugs, an end of what it started."""

import os
from collections.abc import Collection

from architect.ports.clock import Clock
from architect.ports.crash_log import CrashLog


def system_clock() -> Clock:
    from architect.adapters.system_clock import SystemClock

    return SystemClock()


def crash_log(secrets: Collection[str] = ()) -> CrashLog:
    """One that knows `secrets`, the keys in the environment, and what looks like a key."""
    from architect.adapters.records.crash_file import CrashFile

    def clean(text: str) -> str:
        # Nothing that a start without a bug should wait for.
        from architect.adapters.shell.command_environment import key_values
        from architect.policy.secrets.redactor import Redactor

        return Redactor({*secrets, *key_values(os.environ)}).clean(text).text

    return CrashFile(clean)


def kill_what_was_started() -> None:
    """End every command of ours and its children now, without asking them first."""
    from architect.adapters.process.descendants import kill_descendants

    kill_descendants()
