"""What is remembered of the hunks of runs."""

import asyncio

from tests.support.fake_editor import FakeEditor

from architect.domain.ids import RunId
from architect.lsp.documents.mirror import Mirror
from architect.lsp.hunks.hunk_desk import HunkDesk
from architect.lsp.transport.client_features import client_features
from architect.services.run_hunks import RunHunks

RUN = RunId("20260101-000000-abcdef.1")
HUNKS = RunHunks(RUN, (), ())


def desk() -> HunkDesk:
    return HunkDesk(FakeEditor(), client_features({}), Mirror("utf-16"))


def test_hunks_are_known_until_something_happens_in_their_session() -> None:
    async def scene() -> None:
        hunks = desk()
        hunks.keep(HUNKS, (), age=hunks.age)
        assert hunks.known(RUN) is HUNKS
        hunks.forget("20260101-000000-fedcba", [])
        assert hunks.known(RUN) is HUNKS
        hunks.forget("20260101-000000-abcdef", [])
        assert hunks.known(RUN) is None

    asyncio.run(scene())


def test_hunks_during_whose_reading_something_happened_are_read_again() -> None:
    async def scene() -> None:
        hunks = desk()
        age = hunks.age
        hunks.forget("20260101-000000-abcdef", [])
        hunks.keep(HUNKS, (), age=age)
        assert hunks.known(RUN) is None

    asyncio.run(scene())
