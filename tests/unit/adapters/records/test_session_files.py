import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.support.rig import reply_event, started_event
from tests.support.table import table

from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.records.session_files import SessionFiles
from architect.domain.errors import JournalFault, SessionBusyError, UnknownSessionError
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import ModelReplied, ModelRequested
from architect.domain.journal.run_events import RunFinished, StepStarted
from architect.domain.journal.session import SessionSummary, StoredSession
from architect.domain.journal.session_fold import summary_of
from architect.domain.outcome import Status, StopReason

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ONE = SessionId("20260102-030405-aaaaaa")
TWO = SessionId("20260102-030405-bbbbbb")


def finished(
    status: Status = Status.SUCCESS, reason: StopReason = StopReason.LLM_DONE
) -> RunFinished:
    return RunFinished(status=status, stop_reason=reason, output="done", error=None, duration_s=1.0)


def changed(path: str) -> FileChanged:
    return FileChanged(
        call_id=CallId("c1"), path=path, kind="modified", diff="+x", lines_added=1, lines_removed=0
    )


def replied(cost_usd: float | None) -> ModelReplied:
    plain = reply_event(1)
    return ModelReplied(
        step=1,
        purpose="step",
        text='{"type":"file.changed"},"event":{"type":"run.finished"',
        calls=(),
        finish=plain.finish,
        usage=None,
        cost_usd=cost_usd,
        duration_s=0.0,
    )


def sessions_folder(root: Path) -> Path:
    return root / ".architect" / "sessions"


def begun(root: Path, session_id: SessionId, runs: Sequence[Sequence[Event]]) -> JsonlJournal:
    """An open journal with the events of some runs, a second apart."""
    journal = JsonlJournal(sessions_folder(root), session_id)
    at = AT
    for number, events in enumerate(runs, start=1):
        for seq, event in enumerate(events, start=1):
            journal.append(Record(RunId(f"{session_id}.{number}"), seq, at, event))
            at += timedelta(seconds=1)
    return journal


def written(root: Path, session_id: SessionId, *runs: Sequence[Event]) -> Path:
    journal = begun(root, session_id, runs)
    asyncio.run(journal.aclose())
    return journal.path


def summaries(root: Path) -> Sequence[SessionSummary]:
    return asyncio.run(SessionFiles(root).summaries())


def load(root: Path, session_id: SessionId) -> StoredSession:
    return asyncio.run(SessionFiles(root).load(session_id))


def status_of(root: Path) -> str:
    [summary] = summaries(root)
    return summary.status


def test_a_workspace_without_sessions_has_none_and_none_are_made(tmp_path: Path) -> None:
    assert list(summaries(tmp_path)) == []
    assert list(tmp_path.iterdir()) == []


def test_a_session_is_summed_up(tmp_path: Path) -> None:
    events = [started_event(task="mend it"), replied(0.25), changed("a"), changed("b")]
    written(tmp_path, ONE, [*events, replied(0.5), changed("a"), finished()])
    assert list(summaries(tmp_path)) == [
        SessionSummary(
            ONE,
            "completed",
            task="mend it",
            agent="build",
            started_at=AT,
            updated_at=AT + timedelta(seconds=6),
            cost_usd=0.75,
            files_changed=("a", "b"),
            runs=(RunId(f"{ONE}.1"),),
        )
    ]


def test_the_newest_session_comes_first(tmp_path: Path) -> None:
    for session_id in (TWO, ONE):
        written(tmp_path, session_id, [started_event(), finished()])
    assert [summary.session_id for summary in summaries(tmp_path)] == [TWO, ONE]


def test_a_cost_that_is_not_known_for_one_reply_is_not_known(tmp_path: Path) -> None:
    written(tmp_path, ONE, [started_event(), replied(0.25), replied(None), replied(0.25)])
    assert summaries(tmp_path)[0].cost_usd is None


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (finished(), "completed"),
        (finished(Status.PARTIAL, StopReason.MAX_STEPS), "partial"),
        (finished(Status.PARTIAL, StopReason.LLM_DONE), "partial"),
        (finished(Status.FAILED, StopReason.LLM_ERROR), "failed"),
        (finished(Status.PARTIAL, StopReason.USER_INTERRUPT), "cancelled"),
        (StepStarted(step=1), "interrupted"),
    ],
)
def test_the_status_follows_from_the_last_event(tmp_path: Path, end: Event, status: str) -> None:
    written(tmp_path, ONE, [started_event(), end])
    assert status_of(tmp_path) == status


def test_an_undo_that_is_over_changes_nothing_about_its_session(tmp_path: Path) -> None:
    undo = started_event(agent="undo", task=f"undo {ONE}.1", undoes=f"{ONE}.1")
    failed = finished(Status.FAILED, StopReason.LLM_ERROR)
    work = [started_event(task="mend it"), changed("a"), failed]
    written(tmp_path, ONE, work, [undo, changed("b"), finished()])
    [summary] = summaries(tmp_path)
    assert (summary.status, summary.task, summary.agent) == ("failed", "mend it", "build")
    assert (summary.files_changed, summary.runs) == (("a",), (f"{ONE}.1",))
    written(tmp_path, TWO, work, [undo])
    assert summaries(tmp_path)[0].status == "interrupted"


def test_a_session_is_running_as_long_as_its_journal_is_open(tmp_path: Path) -> None:
    journal = begun(tmp_path, ONE, [[started_event()]])
    assert status_of(tmp_path) == "running"
    assert load(tmp_path, ONE).is_live
    asyncio.run(journal.aclose())
    assert status_of(tmp_path) == "interrupted"
    assert not load(tmp_path, ONE).is_live


def test_a_run_that_is_over_is_not_running_although_its_journal_is_still_open(
    tmp_path: Path,
) -> None:
    journal = begun(tmp_path, ONE, [[started_event(), finished()]])
    assert status_of(tmp_path) == "completed"
    asyncio.run(journal.aclose())


HOLDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from tests.support.rig import started_event
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.domain.journal.events import Record
journal = JsonlJournal(Path(sys.argv[1]), sys.argv[2])
journal.append(Record(sys.argv[2] + ".1", 1, datetime.now(UTC), started_event()))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_run_of_another_process_is_running_until_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(sessions_folder(tmp_path)), ONE],
        cwd=Path(__file__).parents[4],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        assert status_of(tmp_path) == "running"
        with pytest.raises(SessionBusyError, match="is being worked on"):
            JsonlJournal(sessions_folder(tmp_path), ONE).open()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert status_of(tmp_path) == "interrupted"


def test_two_writers_of_one_session_are_one_too_many(tmp_path: Path) -> None:
    first = begun(tmp_path, ONE, [[started_event()]])
    second = JsonlJournal(sessions_folder(tmp_path), ONE)
    with pytest.raises(SessionBusyError):
        second.open()
    with pytest.raises(JournalFault):
        second.append(Record(RunId(f"{ONE}.2"), 1, AT, started_event()))
    asyncio.run(first.aclose())
    asyncio.run(second.aclose())
    third = JsonlJournal(sessions_folder(tmp_path), ONE)
    third.open()
    asyncio.run(third.aclose())


def test_looking_never_keeps_a_writer_from_its_journal(tmp_path: Path) -> None:
    written(tmp_path, ONE, [started_event(), finished()])

    async def scenario() -> None:
        looking = [asyncio.create_task(SessionFiles(tmp_path).summaries()) for _ in range(200)]
        while not all(task.done() for task in looking):
            journal = JsonlJournal(sessions_folder(tmp_path), ONE)
            journal.open()
            await journal.aclose()
        await asyncio.gather(*looking)

    asyncio.run(asyncio.wait_for(scenario(), 60))


def test_half_a_line_at_the_end_is_left_out_and_removed_by_the_next_writer(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, ONE, [started_event(), StepStarted(step=1)])
    with path.open("ab") as file:
        file.write(b'{"run_id":"x","seq":9' * 10_000)
    assert status_of(tmp_path) == "interrupted"
    assert len(load(tmp_path, ONE).records) == 2
    journal = JsonlJournal(sessions_folder(tmp_path), ONE)
    journal.append(Record(RunId(f"{ONE}.2"), 1, AT, started_event()))
    asyncio.run(journal.aclose())
    assert [record.run_id[-1] for record in load(tmp_path, ONE).records] == ["1", "1", "2"]


def test_a_journal_that_is_all_half_a_line_starts_anew(tmp_path: Path) -> None:
    path = written(tmp_path, ONE, [started_event()])
    path.write_bytes(path.read_bytes()[:-5])
    assert status_of(tmp_path) == "corrupt"
    written(tmp_path, ONE, [started_event(), finished()])
    assert status_of(tmp_path) == "completed"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"not json\n", "line 1 is not a record"),
        (b"\0" * 4096, "line 1 is not a record"),
        (b"\xff\xfe\n\n\n", "line 1 is not a record"),
        (
            b'{"run_id":"r","seq":1,"at":"never","event":{"type":"step.started","step":1}}\n',
            "never",
        ),
        (
            b'{"run_id":"r","seq":1,"at":"2026-01-02T03:04:05.000+00:00",'
            b'"event":{"type":"step.started","step":1}}\n',
            "no start of a run",
        ),
    ],
)
def test_a_corrupt_journal_is_listed_as_such_beside_the_others(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    written(tmp_path, TWO, [started_event(), finished()])
    (sessions_folder(tmp_path) / f"{ONE}.jsonl").write_bytes(content)
    good, bad = summaries(tmp_path)
    assert (good.status, bad.status) == ("completed", "corrupt")
    assert bad.problem is not None
    assert problem in bad.problem
    assert "\n" not in bad.problem


@pytest.mark.parametrize("kind", ["run.started", "run.finished", "model.requested"])
def test_a_damaged_line_is_noticed_wherever_it_is(tmp_path: Path, kind: str) -> None:
    requested = ModelRequested(step=1, purpose="step", messages=1, estimated_tokens=1)
    path = written(tmp_path, ONE, [started_event(), requested, finished()])
    path.write_bytes(path.read_bytes().replace(f'{{"type":"{kind}"'.encode(), b"\0\0\0\0"))
    assert status_of(tmp_path) == "corrupt"
    with pytest.raises(JournalFault, match="is not a record"):
        load(tmp_path, ONE)


def test_an_empty_journal_is_a_session_in_which_nothing_happened(tmp_path: Path) -> None:
    sessions_folder(tmp_path).mkdir(parents=True)
    (sessions_folder(tmp_path) / f"{ONE}.jsonl").touch()
    assert list(summaries(tmp_path)) == []
    assert load(tmp_path, ONE).records == ()


def test_what_else_lies_in_the_folder_is_no_session(tmp_path: Path) -> None:
    written(tmp_path, ONE, [started_event(), finished()])
    (sessions_folder(tmp_path) / f"{ONE}.files").mkdir()
    (sessions_folder(tmp_path) / "notes.txt").write_bytes(b"x")
    assert [summary.session_id for summary in summaries(tmp_path)] == [ONE]


@pytest.mark.parametrize("name", ["20260102-030405-$(id)", "a b", "a\nb", "-w", ".workflows", "ä"])
def test_a_name_that_a_shell_would_take_apart_is_no_session(name: str, tmp_path: Path) -> None:
    written(tmp_path, ONE, [started_event(), finished()])
    journal = sessions_folder(tmp_path) / f"{ONE}.jsonl"
    (sessions_folder(tmp_path) / f"{name}.jsonl").write_bytes(journal.read_bytes())
    assert asyncio.run(SessionFiles(tmp_path).ids()) == [ONE]
    assert [summary.session_id for summary in summaries(tmp_path)] == [ONE]


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.jsonl"
    secret.write_bytes(b"secret\n")
    root = tmp_path / "root"
    written(root, TWO, [started_event(), finished()])
    (sessions_folder(root) / f"{ONE}.jsonl").symlink_to(secret)
    os.mkfifo(sessions_folder(root) / "fifo.jsonl")
    statuses = {summary.session_id: summary.status for summary in summaries(root)}
    assert statuses == {TWO: "completed", ONE: "corrupt", "fifo": "corrupt"}
    with pytest.raises(JournalFault):
        load(root, ONE)


def test_a_session_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownSessionError, match=ONE):
        load(tmp_path, ONE)


def test_loading_gives_every_record(tmp_path: Path) -> None:
    events = [started_event(), replied(0.1), changed("a"), finished()]
    written(tmp_path, ONE, events, [started_event()])
    assert [record.event for record in load(tmp_path, ONE).records] == [*events, started_event()]


def test_listing_reads_no_more_of_a_line_than_it_needs(tmp_path: Path) -> None:
    """A line that a summary does not follow from may hold what no reader of ours knows."""
    path = written(tmp_path, ONE, [started_event(), StepStarted(step=1), finished()])
    lines = path.read_bytes().split(b"\n")
    line = json.loads(lines[1])
    line["event"] = {"type": "from.the.future", "value": 1}
    lines[1] = json.dumps(line, separators=(",", ":")).encode()
    path.write_bytes(b"\n".join(lines))
    assert status_of(tmp_path) == "completed"
    with pytest.raises(JournalFault):
        load(tmp_path, ONE)


@table("run_id", ["nodot", f"{ONE}.x", f"{ONE}.-7", f"{ONE}.1\n", f"{ONE}.{'9' * 5000}", ".1", ""])
def test_a_journal_with_an_id_that_no_run_has_is_corrupt(tmp_path: Path, run_id: str) -> None:
    path = written(tmp_path, ONE, [started_event(), finished()])
    line, _ = path.read_text().splitlines()
    path.write_text(
        json.dumps({**json.loads(line), "run_id": run_id}, separators=(",", ":")) + "\n"
    )

    assert status_of(tmp_path) == "corrupt"
    with pytest.raises(JournalFault, match="line 1 is not a record: run_id: "):
        load(tmp_path, ONE)


def scan_of(root: Path) -> Path:
    return sessions_folder(root) / f"{ONE}.scan"


def long_session(root: Path, *more: Event) -> Path:
    """A journal of more than a megabyte, whose texts speak of events too."""
    events = [started_event(task="mend it"), *[replied(0.25), changed("a")] * 3_000]
    return written(root, ONE, [*events, *more])


def test_a_long_journal_is_read_once_and_then_only_what_is_new(tmp_path: Path) -> None:
    path = long_session(tmp_path)
    first = summaries(tmp_path)
    assert (first[0].cost_usd, first[0].files_changed) == (750.0, ("a",))
    assert scan_of(tmp_path).exists()
    # What was read is not looked at again, but for its end, which tells it is the same journal.
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"cost_usd":0.25', b'"cost_usd":0.50', 1))
    assert summaries(tmp_path) == first
    journal = JsonlJournal(sessions_folder(tmp_path), ONE)
    for event in (started_event(), replied(0.5), changed("ü"), finished()):
        journal.append(Record(RunId(f"{ONE}.2"), 1, AT, event))
    asyncio.run(journal.aclose())
    [summary] = summaries(tmp_path)
    assert (summary.cost_usd, summary.files_changed) == (750.5, ("a", "ü"))
    assert (summary.status, summary.runs) == ("completed", (f"{ONE}.1", f"{ONE}.2"))
    assert summary.updated_at == AT


@pytest.mark.parametrize(
    "damage",
    [b"", b"{}", b"[1]", b"\0", b'{"version": 1}', b'{"version": 2}', b"[" * 100_000, None],
)
def test_a_journal_is_read_again_if_what_is_kept_of_it_is_of_no_use(
    tmp_path: Path, damage: bytes | None
) -> None:
    path = long_session(tmp_path)
    before = summaries(tmp_path)
    if damage is None:
        other = tmp_path / "other"
        long_session(other, finished())
        path.write_bytes((sessions_folder(other) / path.name).read_bytes()[:-1000] + b"\n")
        assert status_of(tmp_path) == "corrupt"
    else:
        scan_of(tmp_path).write_bytes(damage)
        assert summaries(tmp_path) == before


def test_a_damaged_line_of_a_long_journal_is_named(tmp_path: Path) -> None:
    path = long_session(tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[4_000] = lines[4_000][:-2]
    path.write_bytes(b"\n".join(lines))
    [summary] = summaries(tmp_path)
    assert (summary.status, summary.problem) == ("corrupt", "line 4001 is not a record")


def test_a_summary_is_the_same_from_bytes_as_from_records(tmp_path: Path) -> None:
    undo = started_event(agent="undo", task=f"undo {ONE}.1", undoes=f"{ONE}.1")
    runs = [
        [started_event(), replied(None), changed('a "b"\\\n'), finished()],
        [undo, changed("gone"), finished()],
        [started_event(), changed("c"), replied(1e-7), StepStarted(step=1)],
    ]
    written(tmp_path, ONE, *runs)
    stored = load(tmp_path, ONE).records
    expected = summary_of(ONE, stored, is_live=False, updated_at=stored[-1].at)
    assert summaries(tmp_path) == [expected]
