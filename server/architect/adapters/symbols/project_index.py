"""The index of the workspace of one run: read in threads, built by a process beside it."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from architect.adapters.process.child_lines import feed_lines
from architect.adapters.process.own_program import OUR_FOLDER, own_program
from architect.adapters.symbols.index_file import IndexFile
from architect.adapters.symbols.index_job import IndexJob, job_json
from architect.adapters.symbols.lookups import (
    answers,
    defined_names,
    overview,
    symbols_beginning,
    symbols_called,
)
from architect.domain.code_map.question import question_of
from architect.domain.code_map.symbols import MappedFile, Symbol

_T = TypeVar("_T")

_LONGEST_S = 600.0
"""Of one process that builds."""

_MOST_CRASHES = 8
"""Each content that crashes a grammar takes two, after which it is passed over."""

_LONGEST_OVERVIEW_S = 0.5
"""The first request waits no longer, and has no map then."""

_FIRST_WAIT_S, _WAIT_S = 20.0, 4.0
"""How long a question waits for an index that is made, and for one that is brought up to date."""


class ProjectIndex:
    """What is in the file at `job.place`, which `start` brings up to date."""

    def __init__(self, job: IndexJob) -> None:
        self._job = job
        self._place = Path(job.place)
        self._building: asyncio.Task[None] | None = None
        self._unusable = False

    def start(self) -> None:
        """Bring it up to date from now on."""
        if self._building is None or self._building.done():
            self._building = asyncio.create_task(self._build())

    async def overview(self, task: str, open_files: Collection[str]) -> Sequence[MappedFile]:
        question = question_of(task)

        def look(index: IndexFile) -> list[MappedFile]:
            return self._as_they_are(overview(index, question, open_files))

        try:
            async with asyncio.timeout(_LONGEST_OVERVIEW_S):
                return await self._read(look, [])
        except TimeoutError:
            return []

    async def answers(self, question: str, below: str) -> Sequence[MappedFile]:
        asked = question_of(question)
        await self.refresh()

        def look(index: IndexFile) -> list[MappedFile]:
            return self._as_they_are(answers(index, asked, below))

        return await self._read(look, [])

    async def find_symbols(self, name: str) -> Sequence[Symbol]:
        return await self._read(lambda index: symbols_called(index, name), [])

    async def symbols_beginning(self, typed: str, most: int) -> Sequence[Symbol]:
        return await self._read(lambda index: symbols_beginning(index, typed, most), [])

    async def nearest_symbols(self, name: str) -> Sequence[str]:
        names = await self._read(defined_names, set[str]())
        initial = name[:1].lower()
        # Comparing takes 20 µs a name, and a slip in the first letter is rare.
        alike = sorted(one for one in names if one[:1].lower() == initial)
        return await asyncio.to_thread(get_close_matches, name, alike, 3)

    async def aclose(self) -> None:
        if self._building is not None:
            self._building.cancel()
            await asyncio.wait([self._building])

    async def _read(self, look: Callable[[IndexFile], _T], nothing: _T) -> _T:
        """What `look` gives; `nothing` if there is no index, or one that cannot be used."""
        if not self._place.exists():
            return nothing

        def work() -> _T:
            index = IndexFile.open_to_read(self._place)
            try:
                return look(index)
            finally:
                index.close()

        try:
            return await asyncio.to_thread(work)
        except sqlite3.OperationalError:
            return nothing
        except (sqlite3.DatabaseError, ValueError, TypeError):
            self._unusable = True
            return nothing

    async def refresh(self) -> None:
        wait_s = _WAIT_S if self._place.exists() else _FIRST_WAIT_S
        self.start()
        if self._building is not None:
            await asyncio.wait([self._building], timeout=wait_s)

    async def _build(self) -> None:
        job = replace(self._job, anew=self._unusable)
        self._unusable = False
        for _ in range(_MOST_CRASHES):
            if await _built(job) >= 0:
                return

    def _as_they_are(self, files: Sequence[MappedFile]) -> list[MappedFile]:
        """`files` without those that are gone, and without the lines of those that changed."""
        there: list[MappedFile] = []
        for file in files:
            with suppress(OSError, ValueError):
                status = os.lstat(self._job.root + "/" + file.path)
                same = (status.st_size, status.st_mtime_ns) == (file.size, file.mtime_ns)
                there.append(file if same else replace(file, symbols=_without_lines(file)))
        return there


def _without_lines(file: MappedFile) -> tuple[Symbol, ...]:
    return tuple(replace(one, line=0) for one in file.symbols)


async def _built(job: IndexJob) -> int:
    """The exit code of the process that did the `job`; negative if a signal ended it."""
    import tree_sitter

    command = (
        *own_program("architect.adapters.symbols.index_build"),
        Path(tree_sitter.__file__).parent.parent,
    )
    try:
        end = await feed_lines(
            command,
            lambda _: True,
            cwd=OUR_FOLDER,
            stdin=job_json(job),
            timeout_s=_LONGEST_S,
        )
    except (OSError, TimeoutError):
        return sys.maxsize
    return end.exit_code
