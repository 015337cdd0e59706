"""Where our own bugs are kept."""

from architect.adapters.records.crash_file import CrashFile
from architect.ports.crash_log import CrashLog


def crash_log() -> CrashLog:
    return CrashFile()
