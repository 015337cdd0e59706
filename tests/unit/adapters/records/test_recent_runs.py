"""Runs that changed files, found in the newest journals."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.support.rig import started_event

from architect.adapters.records.recent_runs import MOST_BYTES, journal_stamp, recent_runs
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.journal.change_events import FileChangeIntended, FileProposed
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Event, Record
from architect.domain.journal.file_traces import UNDO_AGENT
from architect.domain.journal.run_events import RunStarted

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
STARTED = started_event()
INTENDED = FileChangeIntended(call_id=CallId("c"), path="f", before_sha256=None, after_sha256=None)
PROPOSED = FileProposed(
    call_id=CallId("c"),
    path="f",
    kind="created",
    before_sha256=None,
    after_sha256="00",
    diff="",
    lines_added=1,
    lines_removed=0,
)


def session(number: int) -> SessionId:
    return SessionId(f"20260102-030405-{number:06}")


def undo_started() -> RunStarted:
    return replace(STARTED, agent=UNDO_AGENT, task="undo x.1")


class Sessions:
    """A workspace with journals; each is older than the one before."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".architect" / "sessions"
        self.folder.mkdir(parents=True)
        self.count = 0

    def add(self, *runs: list[Event], size: int = 0) -> Path:
        self.count += 1
        lines: list[bytes] = []
        for number, events in enumerate(runs, start=1):
            run_id = RunId(f"{session(self.count)}.{number}")
            lines += [
                record_line(Record(run_id, seq, AT, event))
                for seq, event in enumerate(events, start=1)
            ]
        path = self.folder / f"{session(self.count)}.jsonl"
        path.write_bytes(b"".join(lines))
        if size:
            os.truncate(path, size)
        self.at(path, 1_000 - self.count)
        return path

    @staticmethod
    def at(path: Path, seconds: float) -> None:
        os.utime(path, (seconds, seconds))

    def found(self, most_sessions: int = 9, since: float = 0.0) -> list[str]:
        found = recent_runs(self.root, most_sessions=most_sessions, since=since)
        return [run_id.removeprefix("20260102-030405-00000") for run_id in found]


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    return Sessions(tmp_path)


def test_the_run_that_changed_something_last_comes_first(sessions: Sessions) -> None:
    sessions.add([STARTED, INTENDED, INTENDED], [STARTED, PROPOSED])
    sessions.add([STARTED, INTENDED])
    assert sessions.found() == ["1.2", "1.1", "2.1"]


def test_the_time_of_the_last_write_counts_and_not_that_of_the_start(sessions: Sessions) -> None:
    first = sessions.add([STARTED, INTENDED])
    sessions.add([STARTED, INTENDED])
    sessions.at(first, 10)
    assert sessions.found() == ["2.1", "1.1"]


def test_there_are_no_more_sessions_than_wanted_and_none_that_is_older(sessions: Sessions) -> None:
    for _ in range(3):
        sessions.add([STARTED, INTENDED])
    assert sessions.found(most_sessions=2) == ["1.1", "2.1"]
    assert sessions.found(since=998.5) == ["1.1"]


def test_journals_of_children_take_no_place_of_a_session(sessions: Sessions) -> None:
    own = sessions.add([STARTED, INTENDED])
    for number in range(3):
        child = sessions.folder / f"{session(1)}.1.{number}.jsonl"
        child.write_bytes(own.read_bytes())
        sessions.at(child, 2_000)
    assert sessions.found(most_sessions=2) == ["1.1"]


def test_runs_that_changed_nothing_and_those_of_the_user_are_none(sessions: Sessions) -> None:
    sessions.add([STARTED], [STARTED, INTENDED], [undo_started(), INTENDED])
    assert sessions.found() == ["1.2"]


def test_what_is_no_journal_is_left_out_and_hides_no_other(sessions: Sessions) -> None:
    whole = sessions.add([STARTED, INTENDED])
    others = {"a": b"\0" * 99, "b": b'{"run_id":', "copy": whole.read_bytes(), "d": b""}
    for name, content in others.items():
        (sessions.folder / f"{name}.jsonl").write_bytes(content)
    os.mkfifo(sessions.folder / "fifo.jsonl")
    (sessions.folder / "link.jsonl").symlink_to(whole)
    (sessions.folder / "folder.jsonl").mkdir()
    assert sessions.found() == ["1.1"]


def test_what_comes_before_half_a_line_counts(sessions: Sessions) -> None:
    torn = sessions.add([STARTED, INTENDED], [STARTED, INTENDED])
    torn.write_bytes(torn.read_bytes()[:-9])
    assert sessions.found() == ["1.1"]


def test_a_journal_of_an_enormous_size_is_not_read(sessions: Sessions) -> None:
    sessions.add([STARTED, INTENDED], size=MOST_BYTES + 1)
    sessions.add([STARTED, INTENDED])
    assert sessions.found() == ["2.1"]


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    assert recent_runs(tmp_path, most_sessions=9, since=0) == []


def test_a_journal_has_another_stamp_when_something_was_added(sessions: Sessions) -> None:
    path = sessions.add([STARTED, INTENDED])
    before = journal_stamp(sessions.root, session(1))
    assert before == journal_stamp(sessions.root, session(1))
    with path.open("ab") as journal:
        journal.write(b"{}\n")
    assert journal_stamp(sessions.root, session(1)) != before
    assert journal_stamp(sessions.root, session(7)) is None
