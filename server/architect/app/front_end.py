"""What the application needs of a front end that has folders open."""

from pathlib import Path
from typing import Protocol

from architect.config.schema import Config
from architect.ports.workspace import Workspace


class FrontEnd(Protocol):
    """Files and settings as the user of a front end has them."""

    def workspace(self, root: Path) -> Workspace:
        """The files of a root as the user sees them.

        Raises:
            CannotStartError: no run can work there.
        """
        ...

    def name_of(self, workspace: Workspace, path: str) -> str:
        """What the front end calls the file at a path of the workspace."""
        ...

    async def config(self, root: Path) -> Config:
        """The configuration of a run in `root`.

        Raises:
            ConfigError: something is wrong in one of its layers.
        """
        ...

    async def secrets(self, root: Path) -> tuple[str, ...]:
        """The keys that may not be recorded."""
        ...
