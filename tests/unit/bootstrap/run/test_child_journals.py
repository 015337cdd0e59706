"""The journal of a child on the disk, beside that of its session."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.journals import read_journal

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.records.recent_runs import recent_runs
from architect.adapters.records.session_files import SessionFiles
from architect.app.run_changes import diff_of_run, hunks_of_run, undo_whole_run
from architect.bootstrap.run.open_session import continued_session
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.events import Event
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.session import StoredSession
from architect.services.sessions import following_run_id, load_session

PROJECT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace in which a run was killed in a child that had edited `a.py`."""
    root = tmp_path_factory.mktemp("workspace")
    (root / "a.py").write_bytes(b"x = 1\n")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.support.killed_child", str(root)],
        cwd=PROJECT,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    return root


def journals(root: Path) -> dict[str, list[Event]]:
    folder = root / ".architect" / "sessions"
    return {
        path.stem: [record.event for record in read_journal(path)]
        for path in sorted(folder.glob("*.jsonl"), key=lambda path: path.stem)
    }


def session_id(root: Path) -> SessionId:
    [only] = asyncio.run(SessionFiles(root).ids())
    return only


def loaded(root: Path) -> StoredSession:
    return asyncio.run(load_session(SessionFiles(root), session_id(root)))


def test_a_kill_leaves_both_journals_readable(killed: Path) -> None:
    session = session_id(killed)
    found = journals(killed)
    assert list(found) == [session, f"{session}.1.1"]
    of_child = found[f"{session}.1.1"]
    assert isinstance(of_child[0], RunStarted)
    assert of_child[0].parent is not None
    assert of_child[0].parent.run_id == f"{session}.1"
    for events in found.values():
        assert [event.type for event in events if event.type.startswith("file.")] == [
            "file.intended",
            "file.changed",
        ]


def test_a_child_is_no_session_of_its_own(killed: Path) -> None:
    [summary] = asyncio.run(SessionFiles(killed).summaries())
    assert summary.session_id == session_id(killed)
    assert summary.status == "interrupted"
    assert summary.files_changed == ("a.py",)
    assert summary.runs == (f"{summary.session_id}.1",)


def test_the_session_goes_on_without_the_talk_of_the_child(killed: Path) -> None:
    session = session_id(killed)
    run_id = following_run_id(loaded(killed))
    assert run_id == f"{session}.2"

    async def opened() -> tuple[str, ...]:
        going_on = await continued_session(killed, session, run_id=run_id)
        await going_on.journal.aclose()
        [step] = going_on.conversation.steps
        assert going_on.conversation.spending.by_source["subagent"].usage.total_tokens > 0
        return tuple(result.name for result in step.results)

    assert asyncio.run(opened()) == ("delegate",)


def test_old_runs_have_no_parent_and_load(tmp_path: Path) -> None:
    """A line of a version that knew no children."""
    started = {
        "type": "run.started",
        "schema_version": 1,
        "session_id": "20260102-030405-abcdef",
        "task": "t",
        "agent": "build",
        "model": "m",
        "workspace": "/w",
        "mode": "yolo",
        "dry_run": False,
        "max_steps": 5,
        "system": "s",
        "opening": "o",
    }
    line = {"run_id": "20260102-030405-abcdef.1", "seq": 1, "at": "2026-01-02T03:04:05+00:00"}
    path = tmp_path / "20260102-030405-abcdef.jsonl"
    path.write_bytes(json.dumps({**line, "event": started}).encode() + b"\n")
    [record] = read_journal(path)
    assert isinstance(record.event, RunStarted)
    assert record.event.parent is None


# The last one: it changes the workspace that the others look at.
def test_undo_hunks_and_diff_of_the_parent_have_what_the_child_changed(killed: Path) -> None:
    run_id = RunId(f"{session_id(killed)}.1")
    workspace = DiskWorkspace(killed)
    assert recent_runs(killed, most_sessions=9, since=0.0) == [run_id]
    assert "+x = 2" in asyncio.run(diff_of_run(run_id, workspace)).patch
    [file] = asyncio.run(hunks_of_run(run_id, workspace)).files
    assert file.path == "a.py"
    report = asyncio.run(undo_whole_run(run_id, workspace, paths=None))
    assert report.reverted == ("a.py",)
    assert (killed / "a.py").read_bytes() == b"x = 1\n"
