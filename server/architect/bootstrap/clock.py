"""The time."""

from architect.adapters.system_clock import SystemClock
from architect.ports.clock import Clock


def system_clock() -> Clock:
    return SystemClock()
