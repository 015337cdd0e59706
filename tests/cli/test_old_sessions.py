"""A session that an earlier version left behind is read, resumed and undone.

`golden/session_of_0_1` was written by a version whose journals said `changes.turned_down`: a run
changed `main.py` and `notes.txt`, and the user undid the change of `notes.txt`.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.recorded_model import recorded, reply

from architect.domain.journal.change_events import ChangesRejected
from architect.domain.journal.past_conversation import past_conversation
from architect.domain.messages import UserMessage

GOLDEN = Path(__file__).parent / "golden" / "session_of_0_1"
SESSION = "20260102-030405-abcdef"
BEFORE = {"main.py": "a = 1\nb = 2\nc = 3\n", "notes.txt": "x\ny\n"}
LISTED = {
    "session_id": SESSION,
    "status": "completed",
    "task": "change both files",
    "title": "change both files",
    "agent": "build",
    "started_at": "2026-01-02T03:04:07.326+00:00",
    "updated_at": "2026-01-02T03:04:09.234+00:00",
    "cost_usd": 0.0,
    "files_changed": ["main.py", "notes.txt"],
    "runs": [f"{SESSION}.1"],
    "problem": None,
}
LEFT = {"main.py": "a = 1\nb = 20\nc = 3\n", "notes.txt": "x\ny\n"}


@pytest.fixture
def old(project: Project) -> Project:
    """The project as the session left it."""
    for path, content in LEFT.items():
        project.write(path, content)
    shutil.copytree(GOLDEN, project.folder / ".architect" / "sessions")
    return project


def events(project: Project, kind: str) -> list[dict[str, Any]]:
    """The journaled events of a type, in the file as it stands."""
    journal = project.read(f".architect/sessions/{SESSION}.jsonl")
    found = (json.loads(line)["event"] for line in journal.splitlines())
    return [event for event in found if event["type"] == kind]


def test_its_journal_says_what_was_rejected_by_the_former_name_of_the_event():
    journal = (GOLDEN / f"{SESSION}.jsonl").read_text()
    assert '"changes.turned_down"' in journal
    [event] = [
        record.event
        for record in read_journal(GOLDEN / f"{SESSION}.jsonl")
        if isinstance(record.event, ChangesRejected)
    ]
    assert (event.of_run, event.paths) == (f"{SESSION}.1", ("notes.txt",))


def test_the_model_is_told_what_was_rejected_when_it_is_resumed():
    past = past_conversation(list(read_journal(GOLDEN / f"{SESSION}.jsonl")))
    told = [message.text for message in past.messages if isinstance(message, UserMessage)]
    assert told[0] == "change both files"
    assert "notes.txt" in told[-1]
    assert "-y\n+z" in told[-1]


def test_it_is_listed_shown_and_resumed(old: Project):
    assert json.loads(old.architect("sessions", "--json").stdout) == [LISTED]
    assert "-b = 2\n+b = 20\n" in old.architect("diff", SESSION).text

    model = recorded(old.home / "script.json", reply("nothing is left to do"))
    resumed = old.architect("resume", SESSION, "--model", model, "--mode", "yolo", "--json")

    assert (resumed.code, resumed.document["status"]) == (0, "success")
    titles = [event.get("title", "") for event in events(old, "run.started")]
    assert titles[2:] == ["Resume change both files"]
    tasks = [event["task"] for event in events(old, "run.started")]
    assert tasks[:2] == ["change both files", f"undo {SESSION}.1"]
    assert len(tasks) == 3
    told = "changes.turned_down is now called changes.rejected; the old name will stop working"
    assert resumed.stderr.count(f"architect: the journal of {SESSION}: {told}") == 1


def test_its_run_is_undone_and_its_undo_as_well(old: Project):
    assert old.architect("undo", f"{SESSION}.1").code == 0
    assert {path: old.read(path) for path in BEFORE} == BEFORE
    [undone] = events(old, "changes.rejected")
    assert undone["paths"] == ["main.py"]

    assert old.architect("undo", f"{SESSION}.2").code == 0
    assert old.read("notes.txt") == "x\nz\n"
