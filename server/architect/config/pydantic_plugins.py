"""Spares pydantic the search for plugins."""

import sys
from types import ModuleType


def skip_pydantic_plugins() -> None:
    """Let pydantic find no plugins; to be called before pydantic is imported.

    At the first model it would read the metadata of every package that is installed, which takes
    20 ms, for plugins that watch how models are used. Setting `PYDANTIC_DISABLE_PLUGINS` would hold
    for the commands of a run as well, and still import what reads metadata.
    """
    loader = ModuleType("pydantic.plugin._loader")
    loader.__dict__["get_plugins"] = tuple
    sys.modules.setdefault(loader.__name__, loader)
