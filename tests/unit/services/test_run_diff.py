from tests.support.undo_bench import UndoBench

from architect.domain.ids import CallId
from architect.domain.journal.change_events import FileChangeIntended
from architect.services.run_diff import FileSides
from architect.testing.memory_originals import MemoryOriginals


def test_several_changes_of_one_file_are_one_diff() -> None:
    bench = UndoBench({"f": b"1\n"})
    bench.edit("f", b"2\n")
    bench.edit("f", b"3\n")
    assert bench.diff() == "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+3\n"


def test_files_are_sorted_and_what_came_to_nothing_is_left_out() -> None:
    bench = UndoBench({"z": b"1\n", "gone": b"1\n", "same": b"1\n"})
    bench.edit("z", b"2\n")
    bench.edit("same", b"2\n")
    bench.edit("same", b"1\n")
    bench.edit("gone", None)
    bench.edit("brief", b"x\n")
    bench.edit("brief", None)
    bench.edit("new", b"x\n")
    diff = bench.diff()
    headers = [line for line in diff.split("\n") if line.startswith(("---", "+++"))]
    assert [file.path for file in bench.changes().files or ()] == ["gone", "new", "z"]
    assert headers == [
        "--- a/gone",
        "+++ /dev/null",
        "--- /dev/null",
        "+++ b/new",
        "--- a/z",
        "+++ b/z",
    ]


def test_what_the_user_changed_in_between_is_left_out() -> None:
    bench = UndoBench({"f": b"1\n2\n3\n4\n5\n"})
    bench.edit("f", b"one\n2\n3\n4\n5\n")
    bench.files["f"] = b"one\n2\n3\n4\nUSER\n"
    bench.edit("f", b"one\n2\ntwo and a half\n3\n4\nUSER\n")
    diff = bench.diff()
    assert "+one" in diff
    assert "+two and a half" in diff
    assert "+USER" not in diff
    assert diff.count("--- a/f") == 1
    sides = FileSides("f", "1\n2\n3\n4\nUSER\n", "one\n2\ntwo and a half\n3\n4\nUSER\n")
    assert bench.changes().files == (sides,)


def test_where_that_cannot_be_told_apart_every_stretch_has_its_diff() -> None:
    bench = UndoBench({"f": b"1\n"})
    bench.edit("f", b"2\n")
    bench.files["f"] = b"USER\n"
    bench.edit("f", b"3\n")
    assert bench.diff() == (
        "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+2\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-USER\n+3\n"
    )


def test_a_diff_that_the_journal_had_to_cut_is_complete() -> None:
    bench = UndoBench({"f": b""})
    bench.edit("f", b"some line\n" * 20_000)
    assert bench.diff().count("\n+some line") == 20_000


def test_without_the_contents_it_is_what_the_journal_says() -> None:
    originals = MemoryOriginals()
    bench = UndoBench({"f": b"1\n"}, originals=originals)
    bench.edit("f", b"2\n")
    bench.edit("f", b"3\n")
    originals.contents.clear()
    assert bench.diff().count("--- a/f") == 2


def test_a_change_that_a_crash_left_open_is_shown_if_it_was_made() -> None:
    bench = UndoBench({"f": b"1\n"})
    intended = FileChangeIntended(
        call_id=CallId("c1"),
        path="f",
        before_sha256=bench.originals.keep(b"1\n"),
        after_sha256=bench.originals.keep(b"2\n"),
    )
    bench.recorder.emit(intended)
    assert bench.diff() == ""
    bench.files["f"] = b"2\n"
    assert bench.diff().endswith("-1\n+2\n")


def test_the_diff_of_an_undo_is_the_other_way_round() -> None:
    bench = UndoBench({"f": b"1\n"})
    bench.edit("f", b"2\n")
    bench.undo()
    assert bench.diff(2).endswith("-2\n+1\n")
