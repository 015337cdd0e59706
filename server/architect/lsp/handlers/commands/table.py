"""The commands by name. A new one is a module beside this, with a `COMMAND` named like it.

The names are told in the answer to `initialize`, before anything heavy is imported; so this imports
the modules only when they are asked for.
"""

import os
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from architect.lsp.handlers.commands.command import AnyCommand

_NO_COMMANDS = ("__init__.py", "command.py", "table.py")


def _named_by(module: str) -> str:
    """`architect.resumeWorkflow` of the module `resume_workflow`."""
    first, *others = module.split("_")
    return f"architect.{first}{''.join(word.capitalize() for word in others)}"


_MODULES = {
    _named_by(name.removesuffix(".py")): name.removesuffix(".py")
    for name in sorted(os.listdir(os.path.dirname(__file__)))  # noqa: PTH120, PTH208
    if name.endswith(".py") and name not in _NO_COMMANDS
}

COMMAND_NAMES = tuple(_MODULES)
"""Each is that of the module it is in."""


_LOADED: dict[str, "AnyCommand"] = {}


async def command_named(name: str) -> "AnyCommand":
    """One of `COMMAND_NAMES`; the first time, what it needs is imported beside the loop.

    Most editors never call most of them, and all together take 2 MB.
    """
    if (known := _LOADED.get(name)) is not None:
        return known
    import asyncio  # which `initialize` is answered before

    return await asyncio.to_thread(_command, name)


def load_commands() -> Mapping[str, "AnyCommand"]:
    """Every command by its name, with all that they need."""
    return {name: _command(name) for name in COMMAND_NAMES}


def _command(name: str) -> "AnyCommand":
    command = import_module(f"{__package__}.{_MODULES[name]}").COMMAND
    return _LOADED.setdefault(name, command)
