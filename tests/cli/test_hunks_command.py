"""`architect hunks`, `keep` and `undo --hunk`: single changes decided about by scripts."""

import asyncio
import json
from typing import Any

import pytest
from tests.cli.test_undo import FILES, run_session
from tests.support.command import Project

from architect.bootstrap.sessions import open_user_run
from architect.bootstrap.workspaces import disk_workspace
from architect.domain.errors import JournalFault
from architect.domain.ids import SessionId, run_id_of


def hunks(project: Project, *arguments: str) -> list[dict[str, Any]]:
    return json.loads(project.architect("hunks", *arguments, "--json").stdout)


def test_changes_are_listed_kept_and_undone_one_by_one(project: Project) -> None:
    session_id = run_session(project)
    listed = hunks(project)
    places = [(each["path"], each["line"], each["added"], each["removed"]) for each in listed]
    assert places == [("crlf.txt", 2, 1, 1), ("main.py", 2, 1, 1), ("new/file.py", 1, 1, 0)]
    assert "-b = 2\n+b = 20\n" in listed[1]["patch"]
    first, second, third = (each["id"] for each in listed)
    assert project.architect("hunks", session_id, "--path", "new").text == (
        f"{third}  new/file.py:1  +1 -0  + print()\n"
    )
    kept = project.architect("keep", "--hunk", first, "--hunk", third)
    assert (kept.code, kept.text.splitlines()) == (
        0,
        [
            "kept 2 changes in crlf.txt, new/file.py",
            f"to decide again: architect undo {session_id}.2",
        ],
    )
    undone = project.architect("undo", "--hunk", second, "--json")
    assert (undone.code, undone.document["changed"]) == (0, ["main.py"])
    assert project.read("main.py") == FILES["main.py"]
    assert project.architect("diff").stderr == "single changes undone since: main.py\n"
    assert hunks(project) == []
    none = project.architect("hunks")
    assert (none.code, none.text, none.stderr) == (0, "", "no change waits for a decision\n")
    assert project.architect("undo", f"{session_id}.2").code == 0
    assert [each["id"] for each in hunks(project, f"{session_id}.1")] == [first, third]
    assert project.architect("keep", "--path", "crlf.txt").code == 0
    assert [each["id"] for each in hunks(project)] == [third]
    for late in (("keep", "--hunk", first), ("undo", "--hunk", second, "--hunk", first)):
        told = project.architect(*late)
        gone = ", ".join(late[2::2])
        assert (told.code, told.text) == (2, f"decided already, or not there any more: {gone}\n")
    half = project.architect("keep", "--hunk", third, "--hunk", first)
    assert (half.code, half.text.splitlines()[0]) == (2, "kept 1 change in new/file.py")
    refused = project.architect("keep", "--hunk", "0123")
    assert (refused.code, "has no hunk '0123'" in refused.stderr) == (3, True)


def test_a_session_that_is_dated_ahead_is_named_where_an_older_one_is_taken(
    project: Project,
) -> None:
    session_id = run_session(project)
    [journal] = project.journals
    ahead = "29990101-000000-abcdef"
    journal.with_name(f"{ahead}.jsonl").write_bytes(journal.read_bytes())
    told = f"the session {ahead} is dated ahead of the clock"
    of_last = ("diff", "hunks", "keep", "undo", "report", "transcript", "fork", "resume", "compact")
    for command in (*of_last, "rollback --to-step 0"):
        assert told in project.architect(*command.split()).stderr, command
    assert project.architect("hunks", session_id).stderr.count(ahead) == 0


def test_a_decision_that_is_not_recorded_to_its_end_may_count(project: Project) -> None:
    run_id = run_id_of(SessionId(run_session(project)))

    async def decided_on_a_full_disk() -> None:
        async with open_user_run(run_id, disk_workspace(project.folder), ()):
            raise JournalFault("cannot write the journal")

    with pytest.raises(JournalFault, match="journal; what was done until then may"):
        asyncio.run(decided_on_a_full_disk())


def test_a_change_that_was_changed_since_is_undone_only_with_that(project: Project) -> None:
    run_session(project)
    project.write("main.py", "a = 1\nb = 99\nc = 3\nd = 4\n")
    [hunk] = hunks(project, "--path", "main.py")
    assert hunk["changed_since"]
    alone = project.architect("undo", "--hunk", hunk["id"])
    assert alone.code == 2
    assert alone.text.startswith("left alone main.py (lines 2): ")
    undone = project.architect("undo", "--hunk", hunk["id"], "--changed-too", "--json")
    assert undone.code == 0
    assert project.read("main.py") == FILES["main.py"]
    assert project.architect("undo", undone.document["run_id"]).code == 0
    assert project.architect("diff").stderr == ""
    for wrong in (("--changed-too",), ("--hunk", "x", "--path", "y")):
        assert project.architect("undo", *wrong).code == 3
