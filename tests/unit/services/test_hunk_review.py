"""Keeping and undoing hunks, in a session whose files somebody goes on to change."""

import asyncio
import threading
from collections.abc import Iterator, Sequence

import pytest
from tests.support.undo_bench import UndoBench

from architect.adapters.files.overlay_workspace import OverlayWorkspace
from architect.domain.errors import FileMissingError, UnknownSessionError, UserError
from architect.domain.ids import CallId, HunkId
from architect.domain.journal.change_events import ChangesKept, ChangesRejected
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.outcome import Status
from architect.domain.paths import Access
from architect.domain.review.decisions import ReviewedFile
from architect.domain.review.hunks import Placement
from architect.domain.review.undo import Content
from architect.domain.text.diff import change_of
from architect.domain.text.document import FileChange
from architect.domain.text.file_text import decode
from architect.execution.proposing_workspace import ProposingWorkspace
from architect.services.hunk_review import HunkChoice, HunkReport, keep_hunks, revert_hunks
from architect.services.rejected_changes import MAX_PATCH_CHARS
from architect.services.run_hunks import PresentFile, look_at, run_hunks
from architect.services.undo_but_kept import undo_but_kept
from architect.services.user_runs import UndoConflict, UndoReport, report_lines
from architect.testing.memory_workspace import MemoryWorkspace

LINES = b"one\ntwo\nthree\nfour\nfive\n"
CHANGED = b"ONE\ntwo\nthree\nfour\nFIVE\n"


class ReviewBench(UndoBench):
    """A session of which some hunks are kept and some taken back."""

    def hunks(self, run: int = 1) -> list[HunkId]:
        """Those that stand."""
        return [one for seen in self.seen(run) for one in ids_of(seen)]

    def seen(self, run: int = 1) -> list[PresentFile]:
        async def look() -> list[PresentFile | UndoConflict]:
            found = await run_hunks(
                self.run_id(run),
                tuple(self.records),
                workspace=self.workspace,
                originals=self.originals,
            )
            return [await look_at(file, self.workspace) for file in found.files]

        return [each for each in asyncio.run(look()) if isinstance(each, PresentFile)]

    def without_edits(
        self,
        *hunk_ids: HunkId,
        run: int = 1,
        paths: Sequence[str] | None = None,
        note: str = "",
    ) -> HunkReport:
        choice = HunkChoice(
            frozenset(hunk_ids) if paths is None else None,
            None if paths is None else tuple(paths),
        )
        return asyncio.run(self._decide(choice, run, note, keeps=False))

    def keep(self, choice: HunkChoice, run: int = 1) -> HunkReport:
        return asyncio.run(self._decide(choice, run, "", keeps=True))

    async def _decide(self, choice: HunkChoice, run: int, note: str, *, keeps: bool) -> HunkReport:
        found = await run_hunks(
            self.run_id(run),
            tuple(self.records),
            workspace=self.workspace,
            originals=self.originals,
        )
        parts = self.parts()
        try:
            if keeps:
                report = await keep_hunks(found, choice, parts)
            else:
                report = await revert_hunks(found, choice, parts, note=note)
        except Exception:
            self.runs -= 1
            raise
        self.runs -= report.run_id is None
        return report


def ids_of(seen: PresentFile) -> list[HunkId]:
    return [hunk.hunk_id for hunk in seen.placement.standing]


def changed_bench(**more: bytes) -> ReviewBench:
    bench = ReviewBench({"f": LINES, **more})
    bench.edit("f", CHANGED)
    bench.finish()
    return bench


def test_a_hunk_that_is_taken_back_is_journaled_as_a_run_of_its_own() -> None:
    bench = changed_bench()
    first, _ = bench.hunks()
    report = bench.without_edits(first, note="no shouting")
    assert (report.run_id, report.hunk_ids) == (bench.run_id(2), (first,))
    assert bench.files["f"] == CHANGED.replace(b"ONE", b"one")
    started, _, _, rejected, finished = bench.events(2)
    assert isinstance(started, RunStarted)
    assert (started.agent, started.task) == ("undo", f"undo hunks of {bench.run_id(1)}")
    assert isinstance(rejected, ChangesRejected)
    assert (rejected.of_run, rejected.paths) == (bench.run_id(1), ("f",))
    assert (rejected.note, rejected.hunks) == ("no shouting", (first,))
    assert "-one\n+ONE\n" in rejected.patch
    assert isinstance(finished, RunFinished)
    assert finished.status is Status.SUCCESS


def test_after_some_hunks_the_whole_run_can_still_be_taken_back() -> None:
    bench = changed_bench()
    bench.without_edits(bench.hunks()[0])
    assert bench.undo().reverted == ("f",)
    assert bench.files["f"] == LINES
    assert bench.hunks() == []


def test_taking_back_hunks_can_be_taken_back_and_that_as_well() -> None:
    bench = changed_bench()
    first, second = bench.hunks()
    bench.without_edits(first)
    bench.undo(2)
    assert (bench.files["f"], bench.hunks()) == (CHANGED, [first, second])
    bench.undo(3)
    assert (bench.files["f"], bench.hunks()) == (CHANGED.replace(b"ONE", b"one"), [second])


def test_a_run_that_was_taken_back_has_no_open_hunks_even_where_its_lines_stand_again() -> None:
    bench = ReviewBench({"f": b""})
    bench.edit("f", b"same\n")
    bench.finish()
    bench.files["f"] = b"same\nsame\n"
    bench.undo()
    assert (bench.files["f"], bench.hunks()) == (b"same\n", [])


def test_the_patch_that_is_told_is_bounded() -> None:
    bench = ReviewBench({"f": b""})
    bench.edit("f", b"".join(b"%d\n" % n for n in range(10_000)))
    bench.finish()
    bench.undo()
    [told] = [each for each in bench.events(2) if isinstance(each, ChangesRejected)]
    assert len(told.patch) < MAX_PATCH_CHARS + 100
    assert "characters left out" in told.patch


def test_texts_are_compared_beside_the_event_loop() -> None:
    threads: set[threading.Thread] = set()

    class Watched(ReviewedFile):
        def placement(self, present: Content, fingerprint: str | None) -> Placement:
            threads.add(threading.current_thread())
            return super().placement(present, fingerprint)

    class Records(tuple[Record, ...]):
        def __iter__(self) -> Iterator[Record]:
            threads.add(threading.current_thread())
            return super().__iter__()

    bench = changed_bench()

    async def scene() -> None:
        found = await run_hunks(
            bench.run_id(1),
            Records(bench.records),
            workspace=bench.workspace,
            originals=bench.originals,
        )
        [file] = found.files
        watched = Watched(file.kind, file.change, file.hunks, file.settled, file.edits)
        seen = await look_at(watched, bench.workspace)
        assert isinstance(seen, PresentFile)
        assert len(seen.placement.standing) == 2

    asyncio.run(scene())
    assert threads
    assert threading.main_thread() not in threads


def test_keeping_changes_no_byte_and_takes_hunks_from_the_list() -> None:
    bench = changed_bench(g=b"1\n")
    first, second = bench.hunks()
    report = bench.keep(HunkChoice(frozenset({first})))
    assert (report.hunk_ids, report.changed) == ((first,), ())
    assert (bench.files["f"], bench.hunks()) == (CHANGED, [second])
    kinds = [type(event) for event in bench.events(2)]
    assert kinds == [RunStarted, ChangesKept, RunFinished]


def test_a_kept_hunk_stays_kept_when_the_user_types() -> None:
    bench = changed_bench()
    first, second = bench.hunks()
    bench.keep(HunkChoice(frozenset({first})))
    bench.files["f"] = b"zero\n" + CHANGED
    assert bench.hunks() == [second]
    bench.files["f"] = CHANGED.replace(b"ONE", b"EINS")
    assert [seen.placement.lost for seen in bench.seen()] == [()]


def test_keeping_can_be_taken_back() -> None:
    bench = changed_bench()
    both = bench.hunks()
    bench.keep(HunkChoice())
    assert bench.hunks() == []
    assert bench.undo(2).run_id == bench.run_id(3)
    assert bench.hunks() == both
    bench.undo(3)
    assert bench.hunks() == []


def test_nothing_to_keep_is_no_run() -> None:
    bench = changed_bench()
    bench.keep(HunkChoice())
    assert bench.keep(HunkChoice()).run_id is None


@pytest.mark.parametrize(
    ("choice", "error", "words"),
    [
        (HunkChoice(frozenset({HunkId("x")})), UnknownSessionError, "no hunk 'x'"),
        (HunkChoice(paths=("ff",)), UnknownSessionError, "no file 'ff'.*'f'"),
        (HunkChoice(paths=("../f",)), UserError, "outside"),
    ],
)
def test_what_the_run_does_not_have_is_named(
    choice: HunkChoice, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        changed_bench().keep(choice)


def test_hunks_of_a_folder_are_meant_by_its_path() -> None:
    bench = ReviewBench({"a/f": LINES, "b": b"1\n"})
    bench.edit("a/f", CHANGED)
    bench.edit("b", b"2\n")
    bench.finish()
    report = bench.without_edits(paths=["a"])
    assert report.changed == ("a/f",)
    assert (bench.files["a/f"], bench.files["b"]) == (LINES, b"2\n")


def test_what_the_user_changed_between_two_changes_of_the_run_is_none_of_its_hunks() -> None:
    bench = ReviewBench({"f": LINES})
    bench.edit("f", LINES.replace(b"one", b"ONE"))
    bench.files["f"] = bench.files["f"].replace(b"three", b"drei")
    bench.edit("f", bench.files["f"].replace(b"five", b"FIVE"))
    bench.finish()
    bench.without_edits(*bench.hunks())
    assert bench.files["f"] == LINES.replace(b"three", b"drei")


class TypingWorkspace(MemoryWorkspace):
    """Somebody types into a file when it is about to be written, for some time."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.keystrokes = 0

    async def apply(self, change: FileChange) -> None:
        if self.keystrokes:
            self.keystrokes -= 1
            self.files[change.path.relative] = b"typed\n" + self.files[change.path.relative]
        await super().apply(change)


@pytest.mark.parametrize(("keystrokes", "is_made"), [(2, True), (9, False)])
def test_a_hunk_finds_its_place_while_somebody_types(keystrokes: int, is_made: bool) -> None:
    memory = TypingWorkspace({"f": LINES})
    bench = ReviewBench(memory=memory)
    bench.edit("f", CHANGED)
    bench.finish()
    first, _ = bench.hunks()
    memory.keystrokes = keystrokes
    report = bench.without_edits(first)
    assert (b"one" in bench.files["f"]) is is_made
    assert bool(report.hunk_ids) is is_made
    assert bool(report.conflicts) is not is_made


def test_a_hunk_that_somebody_types_over_at_the_last_moment_is_left_alone() -> None:
    class Overtyping(MemoryWorkspace):
        async def apply(self, change: FileChange) -> None:
            self.files["f"] = self.files["f"].replace(b"ONE", b"eins")
            await super().apply(change)

    bench = changed_bench()
    memory = Overtyping({"f": CHANGED})
    other = ReviewBench(memory=memory, originals=bench.originals, journal=bench.journal)
    first, second = bench.hunks()
    other.runs = 1
    report = other.without_edits(first, second)
    assert report.hunk_ids == (second,)
    assert memory.files["f"] == b"eins\ntwo\nthree\nfour\nfive\n"
    assert [conflict.path for conflict in report.conflicts] == ["f"]


def undone_but_kept(bench: ReviewBench, *, paths: Sequence[str] | None = None) -> UndoReport:
    async def work() -> UndoReport:
        parts, records = bench.parts(), tuple(bench.records)
        return await undo_but_kept(bench.run_id(1), records, parts, paths=paths)

    report = asyncio.run(work())
    bench.runs -= report.run_id is None
    return report


def test_where_nothing_was_kept_the_whole_run_is_taken_back_as_one() -> None:
    bench = changed_bench()
    bench.keep(HunkChoice())
    bench.undo(2)
    report = undone_but_kept(bench)
    assert (report.reverted, report.kept, bench.files["f"]) == (("f",), (), LINES)
    [started, *_] = bench.events(4)
    assert isinstance(started, RunStarted)
    assert started.task == f"undo {bench.run_id(1)}"


def test_what_was_kept_stays_and_is_named_until_it_is_meant_too() -> None:
    bench = changed_bench(g=b"1\n")
    first, _ = bench.hunks()
    bench.keep(HunkChoice(frozenset({first})))
    report = undone_but_kept(bench)
    assert (report.reverted, report.kept) == (("f",), (first,))
    assert bench.files["f"] == LINES.replace(b"one", b"ONE")
    again = undone_but_kept(bench)
    assert (again.run_id, again.kept) == (None, (first,))
    assert [*report_lines(again)] == ["left alone 1 change that you have kept in f"]
    assert bench.undo(1).reverted == ("f",)
    assert bench.files["f"] == LINES


def test_an_undo_that_left_what_was_kept_can_be_taken_back() -> None:
    bench = changed_bench()
    first, second = bench.hunks()
    bench.keep(HunkChoice(frozenset({first})))
    undone_but_kept(bench)
    bench.undo(3)
    assert (bench.files["f"], bench.hunks()) == (CHANGED, [second])


def test_a_kept_change_in_another_file_does_not_count() -> None:
    bench = ReviewBench({"f": LINES, "d/g": b"1\n"})
    bench.edit("f", CHANGED)
    bench.edit("d/g", b"2\n")
    bench.finish()
    kept = bench.keep(HunkChoice(paths=("f",))).hunk_ids
    report = undone_but_kept(bench, paths=["d"])
    assert (report.reverted, report.kept, bench.files["d/g"]) == (("d/g",), (), b"1\n")
    assert undone_but_kept(bench).kept == kept


def test_what_was_kept_and_then_made_undone_by_hand_is_not_named() -> None:
    bench = changed_bench()
    first, _ = bench.hunks()
    bench.keep(HunkChoice(frozenset({first})))
    bench.files["f"] = CHANGED.replace(b"ONE", b"one")
    report = undone_but_kept(bench)
    assert (report.reverted, report.kept, bench.files["f"]) == (("f",), (), LINES)


def test_what_was_kept_and_changed_again_is_named_and_open_conflicts_are_as_well() -> None:
    bench = changed_bench()
    first, _ = bench.hunks()
    bench.keep(HunkChoice(frozenset({first})))
    bench.files["f"] = CHANGED.replace(b"ONE", b"eins").replace(b"FIVE", b"cinq")
    report = undone_but_kept(bench)
    assert (report.reverted, report.kept) == ((), (first,))
    assert [conflict.lines for conflict in report.conflicts] == [((5, 5),)]


def test_a_file_that_a_run_made_changed_and_deleted_again_is_nothing_to_decide_about() -> None:
    bench = ReviewBench({"f": LINES})
    for content in (b"1\n", b"2\n", None):
        bench.edit("new", content)
    bench.finish()
    assert bench.seen() == []
    assert bench.keep(HunkChoice()).run_id is None
    assert undone_but_kept(bench).run_id is None
    assert bench.files == {"f": LINES}


def test_a_file_that_a_run_deleted_and_made_anew_is_one_that_it_changed() -> None:
    bench = ReviewBench({"f": LINES})
    bench.edit("f", None)
    bench.edit("f", CHANGED)
    bench.finish()
    first, _ = bench.hunks()
    bench.without_edits(first)
    assert bench.files["f"] == CHANGED.replace(b"ONE", b"one")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"1\r\n2\r\n3", b"1\r\nB\r\n3"),
        (b"1\r\n2\r\n3", b"1\r\n2\r\nC"),
        (b"1\r\n2\r\n3", b"1\r\n2\r\n3\r\n"),
        (b"1\n2\n", b"1\n2"),
        (b"1\r\n2\n3\r\n", b"1\r\nB\n3\r\n"),
    ],
)
def test_a_hunk_is_taken_back_byte_by_byte_beside_what_the_user_added(
    before: bytes, after: bytes
) -> None:
    bench = ReviewBench({"f": before})
    bench.edit("f", after)
    bench.finish()
    end = b"\r\n" if b"\r\n" in before else b"\n"
    bench.files["f"] = b"mine" + end + after
    [hunk] = bench.hunks()
    assert bench.without_edits(hunk).conflicts == ()
    assert bench.files["f"] == b"mine" + end + before
    bench.undo(2)
    assert bench.files["f"] == b"mine" + end + after


class ProposalBench(ReviewBench):
    """A session with one run that only proposes."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.overlay = OverlayWorkspace(self.memory)

    def propose(self, path: str, content: bytes | None) -> None:
        """What a tool of the run would make of the file; None deletes it."""
        asyncio.run(self._propose(path, content))

    async def _propose(self, path: str, content: bytes | None) -> None:
        self.calls += 1
        workspace = ProposingWorkspace(
            self.overlay,
            call_id=CallId(f"c{self.calls}"),
            emit=self.recorder.emit,
            originals=self.originals,
        )
        place = workspace.locate(path, Access.WRITE)
        try:
            before = await workspace.read(place)
        except FileMissingError:
            before = None
        after = None if content is None else decode(content)
        await workspace.apply(change_of(place, before, after))


def test_proposals_touch_no_file_and_lead_from_the_first_text_to_the_last() -> None:
    bench = ProposalBench({"f": LINES})
    bench.propose("f", LINES.replace(b"one", b"EINS"))
    bench.propose("f", CHANGED)
    bench.finish()
    assert bench.files == {"f": LINES}
    assert bench.recorder.state.files_proposed == ("f",)
    assert bench.recorder.state.files_modified == ()
    [seen] = bench.seen()
    assert seen.file.kind == "proposed"
    assert [hunk.before for hunk in seen.placement.standing] == ["ONE\n", "FIVE\n"]
    bench.keep(HunkChoice())
    assert bench.files == {"f": CHANGED}
    assert bench.hunks() == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, b"new\n"),
        (b"old\n", None),
        (b"1\r\n2\r\n", b"1\r\n3\r\n"),
        (b"\xef\xbb\xbf1", b"\xef\xbb\xbf2"),
        (b"1\r\n", b"1\n"),
    ],
)
def test_a_kept_proposal_is_made_byte_by_byte_and_can_be_taken_back(
    before: bytes | None, after: bytes | None
) -> None:
    bench = ProposalBench({} if before is None else {"f": before})
    bench.propose("f", after)
    bench.finish()
    proposed = bench.hunks()
    assert bench.keep(HunkChoice()).hunk_ids == tuple(proposed)
    assert bench.files.get("f") == after
    assert bench.hunks() == []
    assert bench.undo(2).conflicts == ()
    assert bench.files.get("f") == before
    assert bench.hunks() == proposed


def test_a_proposal_that_no_longer_fits_is_left_alone_and_can_be_dropped() -> None:
    bench = ProposalBench({"f": LINES})
    bench.propose("f", CHANGED)
    bench.finish()
    bench.files["f"] = LINES.replace(b"one", b"eins")
    report = bench.keep(HunkChoice())
    assert (len(report.hunk_ids), report.changed) == (1, ("f",))
    assert bench.files["f"] == LINES.replace(b"one", b"eins").replace(b"five", b"FIVE")
    [conflict] = report.conflicts
    assert conflict.lines == ((1, 1),)
    assert "what it saw" in conflict.reason
    dropped = bench.without_edits(paths=["f"])
    assert (len(dropped.hunk_ids), dropped.changed) == (1, ())
    assert [seen.placement.lost for seen in bench.seen()] == [()]


def test_what_was_proposed_and_given_up_again_is_no_hunk() -> None:
    bench = ProposalBench({"f": LINES})
    bench.propose("f", CHANGED)
    bench.propose("f", LINES)
    bench.finish()
    assert bench.seen() == []


def test_the_diff_of_a_run_that_proposes_shows_its_proposals() -> None:
    bench = ProposalBench({"f": b"1\n"})
    bench.propose("f", b"2\n")
    assert bench.diff().endswith("-1\n+2\n")
