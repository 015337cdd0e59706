"""The index of a workspace, of which nothing is imported before there is one to read."""

import asyncio
import hashlib
import json
import os
import shutil
from collections.abc import Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from architect.adapters.files.user_folders import user_cache_folder
from architect.config.schema import Config
from architect.domain.code_map.symbols import FORMAT, MappedFile, Symbol
from architect.ports.code_index import CodeIndex

if TYPE_CHECKING:
    from architect.adapters.symbols.project_index import ProjectIndex

_DELAY_S = 1.0
"""The first request is on its way by then."""


def code_index(
    config: Config, root: Path, environ: Mapping[str, str], resources: AsyncExitStack
) -> CodeIndex | None:
    """The index of the workspace `root`, which is brought up to date until `resources` are closed.

    Each set of settings has an index of its own. None if the user wants none.
    """
    settings = config.indexer
    if not settings.enabled:
        return None
    choice = {
        "max_file_size": settings.max_file_size,
        "exclude_dirs": settings.exclude_dirs,
        "exclude_patterns": settings.exclude_patterns,
        "hidden": config.guardrails.sensitive_files,
    }
    folder = user_cache_folder(environ) / "symbols"
    if not settings.use_cache:
        folder = _folder_of_its_own(resources)
    key = json.dumps([str(root), FORMAT, choice]).encode()
    index = LazyCodeIndex(root, folder / f"{hashlib.sha256(key).hexdigest()[:32]}.db", choice)
    resources.push_async_callback(index.aclose)
    index.start_soon()
    return index


def _folder_of_its_own(resources: AsyncExitStack) -> Path:
    import tempfile

    folder = tempfile.mkdtemp(prefix="architect-")
    resources.callback(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


class LazyCodeIndex:
    """The index of `root` in the file `place` with the `choice` of files, see `IndexJob`.

    Importing what reads it costs about 15 ms.
    """

    def __init__(self, root: Path, place: Path, choice: Mapping[str, object]) -> None:
        self._root = root
        self._place = place
        self._choice = choice
        self._index: ProjectIndex | None = None
        self._starting: asyncio.TimerHandle | None = None

    def start_soon(self) -> None:
        self._starting = asyncio.get_running_loop().call_later(_DELAY_S, self._start)

    def _start(self) -> None:
        self._made().start()

    async def overview(self, task: str, open_files: Collection[str]) -> Sequence[MappedFile]:
        return await self._made().overview(task, open_files) if self._is_there() else ()

    async def answers(self, question: str, below: str) -> Sequence[MappedFile]:
        return await self._made().answers(question, below)

    async def find_symbols(self, name: str) -> Sequence[Symbol]:
        return await self._made().find_symbols(name) if self._is_there() else ()

    async def symbols_beginning(self, typed: str, most: int) -> Sequence[Symbol]:
        return await self._made().symbols_beginning(typed, most) if self._is_there() else ()

    async def nearest_symbols(self, name: str) -> Sequence[str]:
        return await self._made().nearest_symbols(name) if self._is_there() else ()

    async def refresh(self) -> None:
        await self._made().refresh()

    async def aclose(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
        if self._index is not None:
            await self._index.aclose()

    def _is_there(self) -> bool:
        return os.path.exists(self._place)  # noqa: PTH110 - the answer is asked for at every start

    def _made(self) -> "ProjectIndex":
        if self._index is None:
            from architect.adapters.symbols.index_job import IndexJob
            from architect.adapters.symbols.project_index import ProjectIndex

            job = IndexJob(root=str(self._root), place=str(self._place), **self._choice)  # pyright: ignore[reportArgumentType]
            self._index = ProjectIndex(job)
        return self._index
