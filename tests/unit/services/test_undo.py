import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.rig import reply_event, started_event
from tests.support.undo_bench import UndoBench

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import JournalFault, UnknownSessionError, UserError, WorkspaceFault
from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.change_events import ChangesRejected, FileChanged, FileChangeIntended
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.messages import ToolCall
from architect.domain.outcome import Status
from architect.domain.text.document import FileChange
from architect.services.user_runs import UndoConflict, UndoReport, report_lines
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_originals import MemoryOriginals
from architect.testing.memory_workspace import MemoryWorkspace

LINES = b"one\ntwo\nthree\nfour\nfive\n"
CHANGED = b"one\nTWO\nthree\nfour\nfive\n"


class ProtectedWorkspace(MemoryWorkspace):
    """Refuses to write one of its files."""

    async def apply(self, change: FileChange) -> None:
        if change.path.relative == "protected" and change.before is not None:
            raise WorkspaceFault("'protected' is read-only and was left as it is")
        await super().apply(change)


class TypingWorkspace(MemoryWorkspace):
    """Somebody types into a file whenever it is about to be written, for some time."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.keystrokes = 0

    async def apply(self, change: FileChange) -> None:
        if self.keystrokes:
            self.keystrokes -= 1
            self.files[change.path.relative] += b"typed\n"
        await super().apply(change)


class DyingWorkspace(MemoryWorkspace):
    """Dies with the process at the write number `at`, before or after it is made."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.at = -1
        self.after = False

    async def apply(self, change: FileChange) -> None:
        self.at -= 1
        if self.at == 0 and not self.after:
            raise SystemError("killed before the write")
        await super().apply(change)
        if self.at == 0:
            raise SystemError("killed after the write")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LINES, CHANGED),
        (None, b"new\n"),
        (b"old\n", None),
        (b"a\r\nb\r\n", b"a\r\nB\r\n"),
        (b"a\r\nb\r\n", b"a\nb\n"),
        (b"\xef\xbb\xbfx\n", b"y\n"),
        ("\ufeffgrün\r\n".encode("utf-16-le"), "\ufeffblau\r\n".encode("utf-16-le")),
        (b"# caf\xe9 and more text\nx = 1\n", b"# caf\xe9 and more text\nx = 2\n"),
        ("a\u2028b\x0cc".encode(), "a\u2028b\x0cd".encode()),
        (b"", b"x"),
        (b"no final line end", b"no final line end\n"),
    ],
)
def test_a_file_that_nobody_touched_since_is_restored_byte_by_byte(
    before: bytes | None, after: bytes | None
) -> None:
    bench = UndoBench({} if before is None else {"f": before})
    bench.edit("f", after)
    bench.finish()
    assert bench.files.get("f") == after
    report = bench.undo()
    assert bench.files.get("f") == before
    assert (report.reverted, report.conflicts) == (("f",), ())


def test_what_the_user_changed_since_stays() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.files["f"] = b"zero\none\nTWO\nthree\nfour\nFIVE\n"
    assert bench.undo().conflicts == ()
    assert bench.files["f"] == b"zero\none\ntwo\nthree\nfour\nFIVE\n"


def test_a_file_in_which_both_changed_the_same_lines_is_left_alone_and_named() -> None:
    bench = UndoBench({"f": LINES, "g": b"1"})
    bench.edit("f", CHANGED)
    bench.edit("g", b"2")
    bench.files["f"] = b"zero\none\nZWEI\nthree\nfour\nfive\n"
    report = bench.undo()
    assert bench.files == {"f": b"zero\none\nZWEI\nthree\nfour\nfive\n", "g": b"1"}
    assert report.reverted == ("g",)
    [conflict] = report.conflicts
    assert (conflict.path, conflict.lines) == ("f", ((3, 3),))
    assert "changed again since" in conflict.reason


def test_several_changes_of_one_file_are_taken_back_as_one() -> None:
    bench = UndoBench({"f": b"0"})
    for number in range(1, 6):
        bench.edit("f", str(number).encode())
    bench.undo()
    assert bench.files["f"] == b"0"
    assert [type(event) for event in bench.events(2)] == [
        RunStarted,
        FileChangeIntended,
        FileChanged,
        ChangesRejected,
        RunFinished,
    ]


def test_what_the_user_changed_between_two_changes_of_the_run_stays() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.files["f"] = b"one\nTWO\nthree\nfour\nFIVE\n"
    bench.edit("f", b"zero\none\nTWO\nthree\nfour\nFIVE\n")
    bench.undo()
    assert bench.files["f"] == b"one\ntwo\nthree\nfour\nFIVE\n"


def test_the_lines_of_a_conflict_are_those_of_the_present_text() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.files["f"] = b"one\nZWEI\nthree\nfour\nfive\n"
    bench.edit("f", b"a\nb\nc\none\nZWEI\nthree\nfour\nfive\n")
    report = bench.undo()
    assert bench.files["f"].startswith(b"a\nb\nc\none\nZWEI")
    assert report.conflicts[0].lines == ((5, 5),)


def test_line_ends_that_the_user_changed_since_stay() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.files["f"] = CHANGED.replace(b"\n", b"\r\n")
    assert bench.undo().conflicts == ()
    assert bench.files["f"] == LINES.replace(b"\n", b"\r\n")


def test_line_ends_that_the_run_changed_are_taken_back_around_the_changes_of_the_user() -> None:
    bench = UndoBench({"f": LINES.replace(b"\n", b"\r\n")})
    bench.edit("f", CHANGED)
    bench.files["f"] = CHANGED.replace(b"five", b"FIVE")
    assert bench.undo().conflicts == ()
    assert bench.files["f"] == LINES.replace(b"five", b"FIVE").replace(b"\n", b"\r\n")


def test_a_byte_that_is_not_utf8_survives_a_merge() -> None:
    text = b"# caf\xe9 is a place\none\ntwo\nthree\n"
    bench = UndoBench({"f": text})
    bench.edit("f", text.replace(b"one", b"ONE"))
    bench.files["f"] = text.replace(b"one", b"ONE").replace(b"three", b"THREE")
    bench.undo()
    assert bench.files["f"] == text.replace(b"three", b"THREE")


@pytest.mark.parametrize(
    ("before", "after", "since", "reason"),
    [
        (b"1\n", b"2\n", None, "deleted or renamed"),
        (None, b"new\n", b"new, and more\n", "was changed since"),
        (b"old\n", None, b"another\n", "there is another file"),
        (b"1\n", b"2\n", b"\0\1\2", "binary"),
    ],
)
def test_a_file_that_somebody_did_something_else_to_is_left_alone(
    before: bytes | None, after: bytes | None, since: bytes | None, reason: str
) -> None:
    bench = UndoBench({} if before is None else {"f": before})
    bench.edit("f", after)
    bench.memory.files = {} if since is None else {"f": since}
    report = bench.undo()
    assert bench.files.get("f") == since
    assert report.reverted == ()
    assert reason in report.conflicts[0].reason


@pytest.mark.parametrize(("before", "after"), [(None, b"new\n"), (b"old\n", None), (b"1", b"2")])
def test_what_the_user_took_back_himself_needs_nothing(
    before: bytes | None, after: bytes | None
) -> None:
    files = {} if before is None else {"f": before}
    bench = UndoBench(files)
    bench.edit("f", after)
    bench.memory.files = dict(files)
    report = bench.undo()
    assert (report.reverted, report.conflicts, report.run_id) == ((), (), None)
    assert list(report_lines(report)) == ["nothing to undo"]
    assert bench.events(2) == []


def test_the_name_of_a_file_does_not_go_on_as_a_line_of_the_report() -> None:
    name = "a\nleft alone b"
    report = UndoReport(None, (name,), (UndoConflict(name, "changed"),))
    assert list(report_lines(report)) == [
        "restored a\\nleft alone b",
        "left alone a\\nleft alone b: changed",
    ]


def test_the_file_changed_last_is_taken_back_first() -> None:
    bench = UndoBench({"a": b"1", "b": b"1"})
    bench.edit("a", b"2")
    bench.edit("b", b"2")
    bench.edit("a", b"3")
    assert bench.undo().reverted == ("a", "b")


def test_only_the_files_that_are_asked_for_are_taken_back() -> None:
    bench = UndoBench({"a": b"1", "src/b": b"1", "src/c": b"1"})
    for path in ("a", "src/b", "src/c"):
        bench.edit(path, b"2")
    assert set(bench.undo(paths=["src"]).reverted) == {"src/b", "src/c"}
    assert bench.files == {"a": b"2", "src/b": b"1", "src/c": b"1"}
    assert bench.undo(paths=["./a"]).reverted == ("a",)


def test_a_file_that_the_run_did_not_change_is_named_with_the_nearest_one() -> None:
    bench = UndoBench({"main.py": b"1"})
    bench.edit("main.py", b"2")
    with pytest.raises(UnknownSessionError, match=r"did you mean 'main.py'"):
        bench.undo(paths=["mian.py"])
    with pytest.raises(UserError, match="outside"):
        bench.undo(paths=["../elsewhere"])
    assert bench.files["main.py"] == b"2"


def test_a_run_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownSessionError, match="no run"):
        UndoBench().undo(7)


def test_the_undo_is_a_run_of_its_own_in_the_journal() -> None:
    bench = UndoBench({"f": b"1\n"})
    bench.edit("f", b"2\n")
    report = bench.undo()
    assert report.run_id == bench.run_id(2)
    started, intended, changed, rejected, finished = bench.events(2)
    assert isinstance(started, RunStarted)
    assert (started.agent, started.task) == ("undo", f"undo {bench.run_id(1)}")
    assert isinstance(intended, FileChangeIntended)
    assert isinstance(changed, FileChanged)
    assert (intended.call_id, changed.call_id) == ("undo-1", "undo-1")
    assert changed.diff.endswith("-2\n+1\n")
    assert isinstance(rejected, ChangesRejected)
    assert (rejected.of_run, rejected.paths, rejected.hunks) == (
        bench.run_id(1),
        ("f",),
        (),
    )
    assert rejected.patch.endswith("-1\n+2\n")
    assert isinstance(finished, RunFinished)
    assert (finished.status, finished.output) == (Status.SUCCESS, "restored f")


def test_an_undo_with_a_conflict_is_done_in_part() -> None:
    bench = UndoBench({"f": LINES, "g": b"1"})
    bench.edit("f", CHANGED)
    bench.edit("g", b"2")
    bench.files["f"] = LINES.replace(b"two", b"ZWEI")
    bench.undo()
    finished = bench.events(2)[-1]
    assert isinstance(finished, RunFinished)
    assert finished.status is Status.PARTIAL
    assert "left alone f (lines 2): " in finished.output


def test_an_undo_can_be_undone_and_that_as_well() -> None:
    bench = UndoBench({"f": LINES, "old": b"o"})
    bench.edit("f", CHANGED)
    bench.edit("old", None)
    bench.edit("new", b"n")
    done, undone = dict(bench.files), {"f": LINES, "old": b"o"}
    for run, expected in [(1, undone), (2, done), (3, undone), (4, done), (1, undone)]:
        assert bench.undo(run).conflicts == ()
        assert bench.files == expected


def test_what_was_taken_back_already_is_not_touched_again() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.files["f"] = b"one\nTWO\ntres\nfour\nfive\n"
    bench.undo()
    taken = b"one\ntwo\ntres\nfour\nfive\n"
    assert bench.files["f"] == taken
    report = bench.undo()
    assert (report.reverted, report.conflicts, bench.files["f"]) == ((), (), taken)


def test_a_later_run_on_the_same_lines_is_a_conflict_and_on_others_it_stays() -> None:
    bench = UndoBench({"f": LINES, "g": LINES})
    bench.edit("f", CHANGED)
    bench.edit("g", CHANGED)
    bench.begin()
    bench.edit("f", CHANGED.replace(b"TWO", b"DEUX"))
    bench.edit("g", CHANGED.replace(b"five", b"cinq"))
    report = bench.undo(1)
    assert [conflict.path for conflict in report.conflicts] == ["f"]
    assert bench.files["g"] == LINES.replace(b"five", b"cinq")


def test_a_file_that_may_not_be_written_does_not_keep_the_others_from_it() -> None:
    memory = ProtectedWorkspace({"a": b"1", "z": b"1"})
    bench = UndoBench(memory=memory)
    bench.edit("a", b"2")
    bench.edit("protected", b"2")
    bench.edit("z", b"2")
    report = bench.undo()
    assert report.reverted == ("z", "a")
    assert report.conflicts == (
        UndoConflict("protected", "'protected' is read-only and was left as it is"),
    )


def test_what_is_typed_while_a_file_is_taken_back_stays() -> None:
    memory = TypingWorkspace({"f": LINES})
    bench = UndoBench(memory=memory)
    bench.edit("f", CHANGED)
    memory.keystrokes = 2
    assert bench.undo().reverted == ("f",)
    assert bench.files["f"] == LINES + b"typed\ntyped\n"


def test_a_file_that_never_rests_is_left_alone() -> None:
    memory = TypingWorkspace({"f": LINES})
    bench = UndoBench(memory=memory)
    bench.edit("f", CHANGED)
    memory.keystrokes = 100
    assert "keeps changing" in bench.undo().conflicts[0].reason
    assert b"TWO" in bench.files["f"]


def test_a_content_that_is_lost_leaves_its_file_alone() -> None:
    originals = MemoryOriginals()
    bench = UndoBench({"f": b"1", "g": b"1"}, originals=originals)
    bench.edit("f", b"lost")
    bench.edit("g", b"2")
    del originals.contents[originals.keep(b"lost")]
    report = bench.undo()
    assert report.reverted == ("g",)
    assert "was not kept" in report.conflicts[0].reason


def crashed_before(bench: UndoBench, content: bytes) -> None:
    """The run intends to write `content` to `f`, and dies before it has."""
    before = bench.originals.keep(bench.files["f"])
    bench.recorder.emit(
        FileChangeIntended(
            call_id=CallId("c9"),
            path="f",
            before_sha256=before,
            after_sha256=bench.originals.keep(content),
        )
    )


def crashed_after(bench: UndoBench, content: bytes) -> None:
    crashed_before(bench, content)
    bench.files["f"] = content


@pytest.mark.parametrize("crash", [crashed_before, crashed_after])
@pytest.mark.parametrize("typed", [b"", b"six\n"])
def test_a_change_that_a_crash_left_open_is_taken_back_if_it_was_made(
    crash: Callable[[UndoBench, bytes], None], typed: bytes
) -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    crash(bench, CHANGED.replace(b"three", b"THREE"))
    bench.files["f"] += typed
    assert bench.undo().conflicts == ()
    assert bench.files["f"] == LINES + typed


def test_a_change_that_was_refused_is_not_taken_back() -> None:
    bench = UndoBench({"f": LINES})
    bench.recorder.emit(reply_event(1, ToolCall(CallId("c9"), "edit_file", "{}")))
    crashed_before(bench, CHANGED)
    bench.recorder.emit(
        ToolFinished(
            step=1,
            call_id=CallId("c9"),
            name="edit_file",
            path="f",
            success=False,
            error="no",
            text="no",
            duration_s=0.0,
        )
    )
    bench.files["f"] = LINES.replace(b"two", b"ZWEI")
    report = bench.undo()
    assert (report.reverted, report.conflicts) == ((), ())


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_an_undo_that_dies_in_the_middle_is_finished_by_the_next(at: int, after: bool) -> None:
    files = {"a": LINES, "b": LINES, "c": LINES}
    memory = DyingWorkspace(files)
    bench = UndoBench(memory=memory)
    for path in files:
        bench.edit(path, CHANGED)
    bench.files["b"] = CHANGED.replace(b"three", b"DREI")
    memory.at, memory.after = at, after
    with pytest.raises(SystemError, match="killed"):
        bench.undo()
    assert not any(isinstance(event, RunFinished) for event in bench.events(2))
    assert bench.undo().conflicts == ()
    assert bench.files == files | {"b": LINES.replace(b"three", b"DREI")}


@pytest.mark.parametrize("capacity", [3, 4])
def test_what_cannot_be_recorded_is_not_taken_back(capacity: int) -> None:
    bench = UndoBench({"f": b"1"}, journal=MemoryJournal(capacity))
    bench.edit("f", b"2")
    with pytest.raises(JournalFault):
        bench.undo()
    assert bench.files["f"] == b"2"


def test_a_cancelled_undo_has_finished_the_file_it_was_at() -> None:
    class SlowWorkspace(MemoryWorkspace):
        begun = asyncio.Event()

        async def apply(self, change: FileChange) -> None:
            self.begun.set()
            await asyncio.sleep(0)
            await super().apply(change)

    async def scenario() -> None:
        undoing = asyncio.create_task(bench.aundo())
        await asyncio.wait_for(SlowWorkspace.begun.wait(), 10)
        undoing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await undoing

    bench = UndoBench(memory=SlowWorkspace({"a": b"1", "b": b"1"}))
    bench.edit("a", b"2")
    bench.edit("b", b"2")
    SlowWorkspace.begun.clear()
    asyncio.run(scenario())
    assert bench.files == {"a": b"2", "b": b"1"}
    assert isinstance(bench.events(2)[-1], FileChanged)


def test_a_run_of_another_agent_with_such_a_task_is_no_undo() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.begin()
    bench.recorder.emit(started_event(task=f"undo {bench.run_id(1)}"))
    bench.edit("f", LINES)
    bench.edit("f", LINES.replace(b"one", b"1"))
    assert bench.undo(2).conflicts == ()
    assert bench.files["f"] == CHANGED


def test_runs_with_similar_numbers_are_told_apart() -> None:
    bench = UndoBench()
    for number in range(1, 12):
        bench.edit(f"of run {number}", b"x")
        bench.begin()
    assert bench.undo(1).reverted == ("of run 1",)
    assert bench.undo(11).reverted == ("of run 11",)


MARK = b"\xef\xbb\xbf"


def test_a_byte_order_mark_that_the_run_put_there_goes_around_the_changes_of_the_user() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", MARK + CHANGED)
    bench.files["f"] = MARK + CHANGED.replace(b"five", b"FIVE")
    bench.undo()
    assert bench.files["f"] == LINES.replace(b"five", b"FIVE")


def test_a_byte_order_mark_that_the_user_put_there_stays() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.files["f"] = MARK + CHANGED
    bench.undo()
    assert bench.files["f"] == MARK + LINES


def test_a_change_that_came_too_late_and_was_made_again_counts_once() -> None:
    bench = UndoBench({"f": LINES})
    crashed_before(bench, CHANGED)
    bench.files["f"] = typed = LINES.replace(b"two", b"zwei")
    bench.edit("f", typed.replace(b"zwei", b"ZWEI"))
    assert bench.undo().conflicts == ()
    assert bench.files["f"] == typed


def test_what_came_back_can_be_taken_back_again_beside_the_changes_of_the_user() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.undo(1)
    bench.undo(2)
    bench.files["f"] = CHANGED + b"six\n"
    assert bench.undo(1).reverted == ("f",)
    assert bench.files["f"] == LINES + b"six\n"


def test_what_the_user_brought_back_himself_can_be_taken_back_again() -> None:
    bench = UndoBench({"f": LINES})
    bench.edit("f", CHANGED)
    bench.undo()
    bench.files["f"] = CHANGED
    assert bench.undo().reverted == ("f",)
    assert bench.files["f"] == LINES


def test_a_file_that_was_changed_by_two_names_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "f").write_bytes(b"1\n")
    (tmp_path / "link").symlink_to("real")
    bench = UndoBench(workspace=DiskWorkspace(tmp_path))
    bench.edit("real/f", b"2\n")
    bench.edit("link/f", b"3\n")
    bench.edit("real/f", b"4\n")
    assert bench.undo(paths=["real/f"]).conflicts == ()
    assert (tmp_path / "real" / "f").read_bytes() == b"1\n"
