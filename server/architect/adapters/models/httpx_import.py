"""httpx, imported when it is needed and without its command line."""

import importlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

_COMMAND_LINE = "httpx._main"


def import_httpx() -> "ModuleType":
    """The module httpx; may be called from any thread.

    httpx imports its own command line if `click`, `rich` and `pygments` are installed, which costs
    another 50 ms. An entry of None in `sys.modules` makes that import fail like a missing one, and
    httpx then goes on without.
    """
    if "httpx" in sys.modules:
        return importlib.import_module("httpx")
    blocked = _COMMAND_LINE not in sys.modules
    if blocked:
        sys.modules[_COMMAND_LINE] = None  # type: ignore[assignment]
    try:
        return importlib.import_module("httpx")
    finally:
        if blocked:
            sys.modules.pop(_COMMAND_LINE, None)
