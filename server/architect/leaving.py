"""What is made for a while goes at the latest when the process does.

The process leaves by `os._exit`, which is quick since it tears nothing down; so what `atexit` and
`weakref.finalize` promise for the end would not happen.
"""

import os
import weakref
from collections.abc import Callable
from typing import Any, NoReturn

_waiting: "set[weakref.finalize[[], Any]]" = set()


def call_at_end_of(owner: object, call: Callable[[], object]) -> None:
    """Call `call` once: when `owner` is garbage, or before the process leaves by `leave`."""

    def once() -> None:
        _waiting.discard(waiting)
        call()

    waiting = weakref.finalize(owner, once)
    _waiting.add(waiting)


def leave(code: int) -> NoReturn:
    """End the process with `code` now, after what waits for the end."""
    for waiting in tuple(_waiting):
        waiting()
    os._exit(code)
