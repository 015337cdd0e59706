"""The indexes of a process that is there for longer than a run, for whoever names a symbol."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from architect.bootstrap.code_index import code_index
from architect.config.indexer import IndexerSettings
from architect.config.schema import Config
from architect.ports.code_index import CodeIndex


class KeptCodeIndexes:
    """One for each workspace in which it was asked for, brought up to date from the first time on.

    Later on runs keep it up to date. It belongs to one event loop.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._open: dict[Path, tuple[IndexerSettings, CodeIndex | None]] = {}
        self._resources = AsyncExitStack()

    def of(self, root: Path, config: Config) -> CodeIndex | None:
        """The index of `root`; None if the user wants none."""
        settings, index = self._open.get(root, (None, None))
        if settings != config.indexer:
            index = code_index(config, root, self._environ, self._resources)
            self._open[root] = (config.indexer, index)
        return index

    async def aclose(self) -> None:
        """Stop what is being built."""
        await self._resources.aclose()
