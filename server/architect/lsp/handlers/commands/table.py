"""The commands by name. A new one is a module beside this, with a `COMMAND`, and its name here.

The names are told in the answer to `initialize`, before anything heavy is imported; so this imports
the modules only when they are asked for.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from architect.lsp.handlers.commands.command import AnyCommand

COMMAND_NAMES = (
    "architect.run",
    "architect.resume",
    "architect.review",
    "architect.fix",
    "architect.cancel",
    "architect.answer",
    "architect.runs",
    "architect.events",
    "architect.diff",
    "architect.transcript",
    "architect.undo",
    "architect.hunks",
    "architect.keep",
    "architect.findings",
    "architect.sessions",
    "architect.agents",
    "architect.info",
)
"""Each is in the module of its last name."""


def load_commands() -> Mapping[str, "AnyCommand"]:
    """Every command by its name; the first call imports what they need."""
    return {name: _command(name) for name in COMMAND_NAMES}


def _command(name: str) -> "AnyCommand":
    return import_module(f"{__package__}.{name.rpartition('.')[2]}").COMMAND
