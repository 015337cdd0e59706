"""httpx, imported when it is needed and without its command line."""

import importlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

_UNUSED = ("httpx._main", "h2")
"""Its command line, and HTTP/2, which it only speaks when asked to."""


def import_httpx() -> "ModuleType":
    """The module httpx; may be called from any thread.

    httpx imports its own command line if `click`, `rich` and `pygments` are installed, and HTTP/2
    if `h2` is, which costs another 50 and 15 ms. An entry of None in `sys.modules` makes such an
    import fail like a missing one, and httpx then goes on without.
    """
    if "httpx" in sys.modules:
        return importlib.import_module("httpx")
    blocked = [name for name in _UNUSED if name not in sys.modules]
    for name in blocked:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        importlib.import_module("httpcore")  # httpx itself does so at the first client
        return importlib.import_module("httpx")
    finally:
        for name in blocked:
            sys.modules.pop(name, None)
