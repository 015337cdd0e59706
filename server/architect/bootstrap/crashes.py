"""Where our own bugs are kept."""

import os
from collections.abc import Collection

from architect.adapters.records.crash_file import CrashFile
from architect.ports.crash_log import CrashLog


def crash_log(secrets: Collection[str] = ()) -> CrashLog:
    """One that knows `secrets`, the keys in the environment, and what looks like a key."""

    def clean(text: str) -> str:
        # Nothing that a start without a bug should wait for.
        from architect.adapters.commands.command_environment import key_values
        from architect.policy.secrets.redactor import Redactor

        return Redactor({*secrets, *key_values(os.environ)}).clean(text).text

    return CrashFile(clean)
