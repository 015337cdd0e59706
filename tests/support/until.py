"""Waiting for something that another process does."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_S = 60.0
_PAUSE_S = 0.01


def until(look: Callable[[], T], what: str, timeout_s: float = PATIENCE_S) -> T:
    """What `look` gives as soon as that is true.

    The deadline is there to end a test, not to time anything.

    Raises:
        AssertionError: it never was.
    """
    deadline = time.monotonic() + timeout_s
    while not (found := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {timeout_s:g} s for {what}; the last look gave {found!r}")
        time.sleep(_PAUSE_S)
    return found
