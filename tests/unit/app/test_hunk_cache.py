"""What is remembered of the hunks of runs."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from tests.support.fake_editor import FakeEditor

from architect.app.earlier_runs import EarlierRuns, Found
from architect.app.hunk_cache import MOST_CHARS, MOST_RUNS, MOST_WATCHED, HunkCache
from architect.domain.files.uris import uri_of
from architect.domain.ids import RunId
from architect.domain.review.decisions import ReviewedFile
from architect.domain.review.hunks import NetChange
from architect.domain.text.file_text import decode
from architect.lsp.diagnostics.hunk_notices import HunkNotices, follow_documents
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.protocol.client_features import client_features
from architect.services.run_hunks import RunHunks

RUN = RunId("20260101-000000-abcdef.1")
HUNKS = RunHunks(RUN, (), ())


def nobody(_: list[str]) -> None:
    """Nobody listens."""


def a_cache() -> HunkCache:
    return HunkCache(nobody)


def test_hunks_are_known_until_something_happens_in_their_session() -> None:
    async def scene() -> None:
        hunks = a_cache()
        hunks.keep(HUNKS, (), age=hunks.age)
        assert hunks.known(RUN) is HUNKS
        hunks.forget("20260101-000000-fedcba", [])
        assert hunks.known(RUN) is HUNKS
        hunks.forget("20260101-000000-abcdef", [])
        assert hunks.known(RUN) is None

    asyncio.run(scene())


def test_hunks_during_whose_reading_something_happened_are_read_again() -> None:
    async def scene() -> None:
        hunks = a_cache()
        age = hunks.age
        hunks.forget("20260101-000000-abcdef", [])
        hunks.keep(HUNKS, (), age=age)
        assert hunks.known(RUN) is None

    asyncio.run(scene())


def of_run(number: int, chars: int = 0) -> RunHunks:
    change = NetChange("f", None, decode(b"x" * chars))
    file = ReviewedFile("applied", change, (), frozenset(), ())
    return RunHunks(RunId(f"20260101-000000-{number:06}.1"), (file,), ())


def test_the_runs_that_nobody_asked_for_in_a_long_time_are_forgotten() -> None:
    hunks = a_cache()
    for number in range(MOST_RUNS + 1):
        hunks.keep(of_run(number), (), age=0)
        assert hunks.known(of_run(0).run_id) is not None
    assert hunks.known(of_run(1).run_id) is None
    assert hunks.known(of_run(2).run_id) is not None


def test_of_large_files_only_the_last_are_remembered_and_the_very_last_in_any_case() -> None:
    hunks = a_cache()
    half = MOST_CHARS // 2
    for number in range(3):
        hunks.keep(of_run(number, half), (), age=0)
    known = [hunks.known(of_run(number).run_id) is not None for number in range(3)]
    assert known == [False, True, True]
    hunks.keep(of_run(1, half), (), age=0)
    assert hunks.known(of_run(2).run_id) is not None
    hunks.keep(of_run(3, MOST_CHARS + 1), (), age=0)
    assert hunks.known(of_run(2).run_id) is None
    assert hunks.known(of_run(3).run_id) is not None


def test_files_are_watched_until_there_are_too_many_newer_ones() -> None:
    async def scene() -> None:
        editor, documents = FakeEditor(), DocumentStore("utf-16")
        rich = {"architect": {"protocol": 1, "features": {"hunks": True}}}
        features = client_features({"initializationOptions": rich})
        hunks = HunkCache(HunkNotices(editor, features).changed)
        follow_documents(documents, hunks)
        first, last = Path("/w/first"), Path("/w/last")
        others = [Path(f"/w/{number}") for number in range(MOST_WATCHED - 1)]
        hunks.keep(HUNKS, [first, *others, last], age=0)
        for path in (first, last):
            documents.opened(uri_of(path), "text", 1, "")
        async with asyncio.timeout(60):
            while not editor.notifications:
                await asyncio.sleep(0.01)
        told = ("architect/hunks/changed", {"uris": [uri_of(last)]})
        assert editor.notifications == [told]

    asyncio.run(scene())


def test_hunks_of_a_journal_that_has_changed_are_not_known() -> None:
    hunks = a_cache()
    hunks.keep(HUNKS, (), age=0, stamp=(1, 1))
    assert hunks.known(RUN, (1, 1)) is HUNKS
    assert hunks.known(RUN, (2, 1)) is None
    assert hunks.known(RUN) is HUNKS


def test_a_root_is_searched_when_its_journals_have_changed_and_nobody_waits_for_it() -> None:
    async def scene() -> None:
        told: list[Sequence[str]] = []
        earlier, root = EarlierRuns(told.append), Path("/a")
        searches = 0

        async def search() -> Found:
            nonlocal searches
            searches += 1
            await asyncio.sleep(0)
            return Found((RUN,), ("a.py",)) if searches < 3 else Found()

        async def asked(stamp: object) -> Sequence[RunId]:
            earlier.of(root, search, stamp=stamp)
            for _ in range(5):
                await asyncio.sleep(0)
            return earlier.of(root, search, stamp=stamp)

        assert earlier.of(root, search, stamp=1) == ()
        assert earlier.of(root, search, stamp="while one goes on") == ()
        assert (await asked(1), searches, told) == ((RUN,), 1, [("a.py",)])
        assert (await asked(1), searches) == ((RUN,), 1)
        assert (await asked(2), searches, len(told)) == ((RUN,), 2, 1)
        assert (await asked(3), searches, told) == ((), 3, [("a.py",), ("a.py",)])

    asyncio.run(scene())
