"""Which commands there are, without importing them: one a module in `commands/`.

The first line of a module is what `--help` says of its command.
"""

import os

import architect
from architect.cli.front_ends import FRONT_ENDS

_PACKAGE = "architect.cli.commands"
_ROOT = os.path.dirname(architect.__file__)  # noqa: PTH120 - pathlib takes 4 ms to import


def command_modules() -> dict[str, str]:
    """The module of each command by its name, the front ends among them."""
    names = os.listdir(_file(_PACKAGE))  # noqa: PTH208
    stems = [name[:-3] for name in names if name.endswith(".py") and not name.startswith("_")]
    own = {stem.replace("_", "-"): f"{_PACKAGE}.{stem}" for stem in stems}
    return dict(sorted((own | FRONT_ENDS).items()))


def summary_of(module: str) -> str:
    """The first line of the module's docstring."""
    with open(_file(module) + ".py", encoding="utf-8") as source:  # noqa: PTH123
        return source.readline().strip().strip('"')


def _file(module: str) -> str:
    return os.path.join(_ROOT, *module.split(".")[1:])  # noqa: PTH118
