import asyncio
import json
import os
import stat
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.support.journals import read_journal
from tests.support.replies import call_reply, text_reply
from tests.support.rig import SESSION, call, make_rig, started_event

from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.domain.errors import JournalFault
from architect.domain.ids import RunId
from architect.domain.journal.events import SHOWN_ONLY, Event, Record
from architect.domain.journal.run_events import StepStarted
from architect.testing.memory_originals import MemoryOriginals

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
STEPS = [StepStarted(step=number) for number in (1, 2, 3)]


def record(seq: int, event: Event) -> Record:
    return Record(RunId(f"{SESSION}.1"), seq, AT, event)


def written(folder: Path, events: Sequence[Event]) -> Path:
    """The file of a journal with `events`, closed."""

    async def write() -> Path:
        journal = JsonlJournal(folder, SESSION)
        for seq, event in enumerate(events, start=1):
            journal.append(record(seq, event))
        await journal.aclose()
        return journal.path

    return asyncio.run(write())


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    path = written(tmp_path, [started_event(), *STEPS])
    assert [one.event for one in read_journal(path)] == [started_event(), *STEPS]
    assert [one.seq for one in read_journal(path)] == [1, 2, 3, 4]
    assert next(read_journal(path)).at == AT


def test_the_file_is_named_after_the_session_and_its_folders_are_made(tmp_path: Path) -> None:
    path = written(tmp_path / "a" / "sessions", STEPS)
    assert path == tmp_path / "a" / "sessions" / f"{SESSION}.jsonl"


def test_only_the_user_may_read_it(tmp_path: Path) -> None:
    assert stat.S_IMODE(written(tmp_path, STEPS).stat().st_mode) == 0o600


def test_without_an_event_there_is_no_file(tmp_path: Path) -> None:
    assert not written(tmp_path, []).exists()


def test_a_line_is_in_the_file_when_append_returns(tmp_path: Path) -> None:
    journal = JsonlJournal(tmp_path, SESSION)
    for seq, event in enumerate(STEPS, start=1):
        journal.append(record(seq, event))
        assert len(list(read_journal(journal.path))) == seq
    asyncio.run(journal.aclose())


def test_a_second_journal_of_a_session_appends(tmp_path: Path) -> None:
    first = written(tmp_path, STEPS[:1]).read_bytes()
    both = written(tmp_path, STEPS[1:]).read_bytes()
    assert both.startswith(first)
    assert both.count(b"\n") == 3


def test_every_event_is_in_the_file_before_it_is_shown(tmp_path: Path) -> None:
    journal = JsonlJournal(tmp_path, SESSION)

    class Watcher:
        def __init__(self) -> None:
            self.seen = 0

        def show(self, record: Record) -> None:
            if not isinstance(record.event, SHOWN_ONLY):
                lines = journal.path.read_bytes().split(b"\n")[:-1]
                assert json.loads(lines[-1])["seq"] == record.seq == len(lines)
                self.seen += 1

    watcher = Watcher()
    replies = [call_reply(call("read_file", path="a")), text_reply("done")]
    make_rig(*replies, files={"a": b"x"}, journal=journal, sinks=[watcher]).go()
    assert watcher.seen == 11


def test_what_is_shown_only_is_not_in_the_file(tmp_path: Path) -> None:
    journal = JsonlJournal(tmp_path, SESSION)
    make_rig(text_reply("many words here"), journal=journal).go()
    assert b"model.delta" not in journal.path.read_bytes()


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_last_line_that_a_crash_cut_off_is_left_out(tmp_path: Path, cut: int) -> None:
    path = written(tmp_path, STEPS)
    path.write_bytes(path.read_bytes()[:-cut])
    assert [one.event for one in read_journal(path)] == STEPS[:2]


@pytest.mark.parametrize(
    "bad",
    [
        b"not json",
        b"{}",
        b"[1]",
        b"",
        b"\xff\xfe",
        b'{"run_id":"r","seq":1,"at":"2026-01-01T00:00:00+00:00","event":{"type":"no.such"}}',
        b'{"run_id":"r","seq":1,"at":"yesterday","event":{"type":"step.started","step":1}}',
        b"[" * 100_000,
        b'{"seq":NaN}',
        b'{"seq":1e999}',
    ],
)
def test_a_line_that_is_no_record_is_named_in_one_line(tmp_path: Path, bad: bytes) -> None:
    path = written(tmp_path, STEPS)
    lines = path.read_bytes().split(b"\n")
    lines[1] = bad
    path.write_bytes(b"\n".join(lines))
    reading = read_journal(path)
    assert next(reading).event == STEPS[0]
    with pytest.raises(JournalFault, match="line 2 is not a record") as fault:
        next(reading)
    assert str(path) in str(fault.value)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 600


def test_text_that_is_no_unicode_survives(tmp_path: Path) -> None:
    event = started_event(task="half \ud83d, a name \udcff", opening="größer\u2028\x85\x0c")
    assert [one.event for one in read_journal(written(tmp_path, [event]))] == [event]


def test_an_empty_journal_has_no_records(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    assert list(read_journal(path)) == []


def test_a_folder_that_cannot_be_made_is_a_journal_fault(tmp_path: Path) -> None:
    (tmp_path / "sessions").write_bytes(b"a file")
    with pytest.raises(JournalFault, match="cannot write the journal"):
        JsonlJournal(tmp_path / "sessions", SESSION).append(record(1, STEPS[0]))


def test_a_folder_that_cannot_be_written_is_a_journal_fault(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        folder = Path("/proc/self")  # not even root may make files here
    else:
        folder = tmp_path
        folder.chmod(0o500)
    with pytest.raises(JournalFault, match="cannot write the journal"):
        JsonlJournal(folder, SESSION).append(record(1, STEPS[0]))


def test_a_full_disk_is_a_journal_fault() -> None:
    journal = JsonlJournal(Path("/dev"), SESSION)
    journal.path = Path("/dev/full")
    with pytest.raises(JournalFault, match="No space left"):
        journal.append(record(1, STEPS[0]))
    with pytest.raises(JournalFault, match="on the disk"):  # nor can a device be synced
        asyncio.run(journal.aclose())


def test_a_link_in_the_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_bytes(b"precious")
    (tmp_path / f"{SESSION}.jsonl").symlink_to(target)
    with pytest.raises(JournalFault):
        JsonlJournal(tmp_path, SESSION).append(record(1, STEPS[0]))
    assert target.read_bytes() == b"precious"


def test_closing_twice_and_syncing_what_was_never_opened_do_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        journal = JsonlJournal(tmp_path, SESSION)
        await journal.sync()
        await journal.aclose()
        await journal.aclose()

    asyncio.run(scenario())
    assert list(tmp_path.iterdir()) == []


def test_the_contents_of_changed_files_are_on_the_disk_before_the_journal_that_names_them(
    tmp_path: Path,
) -> None:
    class Watched(MemoryOriginals):
        def sync(self) -> None:
            super().sync()
            if self.syncs == 2:
                raise JournalFault("the disk is full")

    async def scenario() -> None:
        originals = Watched()
        journal = JsonlJournal(tmp_path, SESSION, originals=originals)
        journal.append(record(1, STEPS[0]))
        await journal.sync()
        assert originals.syncs == 1
        with pytest.raises(JournalFault, match="the disk is full"):
            await journal.aclose()

    asyncio.run(scenario())
    JsonlJournal(tmp_path, SESSION).open()
