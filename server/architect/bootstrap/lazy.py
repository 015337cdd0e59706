"""What most starts do not need, put together at the first use of it."""

import asyncio
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from architect.domain.files.tree_changes import TreeChange, TreeChanges
from architect.domain.losses import Losses
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.ports.change_watch import ChangeWatch
from architect.ports.search import Search
from architect.ports.shell import OutputListener, Shell


class LazyShell:
    """The shell that `make` gives: importing what it is made of costs about 15 ms."""

    def __init__(self, make: Callable[[], Shell]) -> None:
        self._make = make
        self._shell: Shell | None = None

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        return await self._made().run(command, on_output)

    async def expect_to_start(self, command: ShellCommand) -> None:
        await self._made().expect_to_start(command)

    async def why_unconfined(self) -> str:
        return await self._made().why_unconfined()

    def _made(self) -> Shell:
        if self._shell is None:
            self._shell = self._make()
        return self._shell


class LazySearch:
    """The search that `make` gives, whose import costs about 8 ms."""

    def __init__(self, make: Callable[[], Search]) -> None:
        self._make = make
        self._search: Search | None = None

    async def search(self, query: SearchQuery) -> SearchResult:
        if self._search is None:
            self._search = self._make()
        return await self._search.search(query)


class LazyChangeWatch:
    """A watch of the workspace `root`, which only commands that can write need."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._watch: ChangeWatch | None = None

    async def prepare(self) -> None:
        await asyncio.to_thread(import_module, "architect.adapters.changes.disk_changes")
        await self._made().prepare()

    async def mark(self) -> None:
        await self._made().mark()

    async def changes(self) -> TreeChanges:
        return await self._made().changes()

    async def beyond_undo(self, losses: Losses) -> str:
        return await self._made().beyond_undo(losses)

    async def at_stake(self, losses: Losses) -> tuple[TreeChange, ...]:
        return await self._made().at_stake(losses)

    async def aclose(self) -> None:
        if self._watch is not None:
            await self._watch.aclose()

    def _made(self) -> ChangeWatch:
        if self._watch is None:
            from architect.adapters.changes.disk_changes import DiskChanges

            self._watch = DiskChanges(self._root)
        return self._watch
