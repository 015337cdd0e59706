"""Sessions that are opened for another run, and are no longer there."""

import asyncio
from pathlib import Path

import pytest
from tests.support.rig import SESSION

from architect.bootstrap.run.open_session import continued_session
from architect.bootstrap.sessions import open_user_run
from architect.bootstrap.workspaces import disk_workspace
from architect.domain.errors import UnknownSessionError
from architect.domain.ids import run_id_of


def test_a_session_that_is_deleted_while_it_is_opened_has_no_run_without_its_conversation(
    tmp_path: Path,
) -> None:
    async def user_run() -> None:
        async with open_user_run(run_id_of(SESSION), disk_workspace(tmp_path), ()):
            raise AssertionError

    journal = tmp_path / ".architect/sessions" / f"{SESSION}.jsonl"
    journal.parent.mkdir(parents=True)
    for opened in (
        lambda: continued_session(tmp_path, SESSION, run_id=run_id_of(SESSION, 2)),
        user_run,
    ):
        journal.touch()  # what opening it leaves behind the deletion
        with pytest.raises(UnknownSessionError, match="was deleted"):
            asyncio.run(opened())
        assert not journal.exists()
