"""Files that are opened with a text that is not on the disk have the search made again."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from architect.app.earlier_runs import EarlierRuns, Found
from architect.domain.ids import RunId

ROOT, FILE, NAME = Path("/project"), Path("/project/a.py"), "file:///project/a.py"
RUN = RunId("20261127-100000-abcdef.1")


@pytest.mark.parametrize("opened", ["before the search ends", "behind the search"])
def test_a_file_that_is_opened_has_its_run_found(opened: str) -> None:
    told: list[Sequence[str]] = []
    shown: set[Path] = set()
    may_end = asyncio.Event()

    async def search() -> Found:
        seen = {*shown}
        await may_end.wait()
        return Found((RUN,), (NAME,)) if FILE in seen else Found(gone=frozenset({FILE}))

    async def scene() -> None:
        runs = EarlierRuns(told.append)

        def opens() -> None:
            shown.add(FILE)
            runs.opened(FILE, NAME)

        assert runs.of(ROOT, search, stamp=1) == ()
        await asyncio.sleep(0)
        if opened == "before the search ends":
            opens()
        may_end.set()
        await settled()
        if opened == "behind the search":
            assert [*told] == [()]
            opens()
        assert told[-1] == [NAME]
        assert runs.of(ROOT, search, stamp=1) == ()
        await settled()
        assert runs.of(ROOT, search, stamp=1) == (RUN,)
        count = len(told)
        opens()
        assert len(told) == count, "its run is known"

    asyncio.run(scene())


async def settled() -> None:
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)
