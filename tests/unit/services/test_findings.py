"""The board of open findings."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from tests.support.findings import FINDING, TEXT, make_finding

from architect.domain.errors import PortFault
from architect.domain.ids import RunId
from architect.ports.findings_store import KeptFindings
from architect.services.findings import MAX_DISMISSED, FindingBoard

OTHER = make_finding(path="src/other.py", line=1, title="Unused", line_text="import os")


@dataclass
class MemoryStore:
    """Remembers everything that was kept; fails as often as it is told to.

    `others` is what another process keeps before the next time.
    """

    saved: list[KeptFindings] = field(default_factory=list[KeptFindings])
    failures: int = 0
    others: list[KeptFindings] = field(default_factory=list[KeptFindings])

    def load(self) -> KeptFindings:
        return self.saved[-1] if self.saved else KeptFindings()

    def update(self, change: Callable[[KeptFindings | None], KeptFindings]) -> None:
        if self.failures:
            self.failures -= 1
            raise PortFault("the disk is full")
        self.saved.append(change(self.others.pop() if self.others else None))


def board_of(store: MemoryStore | None = None) -> FindingBoard:
    store = store or MemoryStore()
    return FindingBoard(store, store.load())


def test_findings_are_listed_by_path_and_line_and_found_by_id() -> None:
    board = board_of()
    above = make_finding(line=1, title="Name", line_text="def mean(values):")
    for finding in (OTHER, FINDING, above):
        assert board.add(finding)
    assert board.all() == (above, FINDING, OTHER)
    assert board.all("src/mean.py") == (above, FINDING)
    assert board.all("nothing.py") == ()
    assert board.get(OTHER.finding_id) == OTHER
    assert board.get("unknown") is None
    assert set(board.paths()) == {"src/mean.py", "src/other.py"}


def test_a_finding_that_is_reported_again_takes_the_place_of_the_first() -> None:
    board = board_of()
    board.add(make_finding())
    again = make_finding(line=7, detail="In other words.")
    assert board.add(again)
    assert board.all() == (again,)


def test_a_dismissed_finding_stays_dismissed_wherever_it_is_reported() -> None:
    board = board_of()
    board.add(make_finding())
    assert board.dismiss(make_finding().finding_id) == make_finding()
    assert not board.add(make_finding(line=40))
    assert board.all() == ()
    assert board.add(make_finding(title="Something else"))
    assert board.dismiss("unknown") is None


def test_a_finding_dismissed_after_its_line_was_rewritten_stays_dismissed_there_too() -> None:
    board = board_of()
    board.add(make_finding())
    after = TEXT.replace("total / len(values)", "total // len(values)")
    board.text_changed("src/mean.py", TEXT, after)
    [moved] = board.all()
    board.dismiss(moved.finding_id)
    assert not board.add(make_finding(line_text="    return total // len(values)"))


def test_cleared_findings_are_taken_again() -> None:
    board = board_of()
    board.add(FINDING)
    board.add(OTHER)
    board.clear("src/mean.py")
    assert board.all() == (OTHER,)
    board.clear()
    assert board.all() == ()
    assert board.add(FINDING)


def test_a_new_review_of_a_file_takes_the_place_of_the_earlier_ones() -> None:
    board = board_of()
    gone = make_finding(title="Mended by now", run_id=RunId("old.1"))
    still_there = make_finding(run_id=RunId("old.1"))
    elsewhere = make_finding(path="src/other.py", run_id=RunId("old.1"))
    for finding in (gone, still_there, elsewhere):
        board.add(finding)
    again = make_finding(run_id=RunId("new.1"))
    board.add(again)
    board.supersede("src/mean.py", by_run="new.1")
    assert board.all() == (again, elsewhere)


def test_findings_move_with_their_text() -> None:
    board = board_of()
    board.add(FINDING)
    board.text_changed("src/mean.py", TEXT, f"# new\n{TEXT}")
    assert [finding.line for finding in board.all()] == [4]
    board.text_seen("src/mean.py", TEXT)
    assert [finding.line for finding in board.all()] == [3]


def test_whoever_listens_hears_of_changes_only() -> None:
    board, heard = board_of(), list[str]()
    stop = board.listen(heard.append)
    board.add(FINDING)
    board.add(FINDING)
    board.text_changed("src/mean.py", TEXT, f"{TEXT}# below\n")
    board.text_changed("src/other.py", "", "x")
    assert heard == ["src/mean.py"]
    board.text_changed("src/mean.py", TEXT, f"# above\n{TEXT}")
    board.dismiss(FINDING.finding_id)
    board.clear()
    stop()
    board.add(OTHER)
    assert heard == ["src/mean.py"] * 3


def test_what_is_kept_comes_back() -> None:
    store = MemoryStore()
    board = board_of(store)
    board.add(FINDING)
    board.add(OTHER)
    board.dismiss(OTHER.finding_id)
    asyncio.run(board.keep())
    again = board_of(store)
    assert again.all() == (FINDING,)
    assert not again.add(OTHER)


def test_nothing_is_written_when_nothing_changed() -> None:
    store = MemoryStore()
    board = board_of(store)
    asyncio.run(board.keep())
    board.add(FINDING)
    for _ in range(3):
        asyncio.run(board.keep())
    assert len(store.saved) == 1


def test_what_could_not_be_written_is_written_the_next_time() -> None:
    store = MemoryStore(failures=1)
    board = board_of(store)
    board.add(FINDING)
    with pytest.raises(PortFault, match="disk is full"):
        asyncio.run(board.keep())
    asyncio.run(board.keep())
    assert store.load().findings == (FINDING,)


def test_a_keeper_writes_every_change_and_outlives_a_fault() -> None:
    async def scenario() -> tuple[list[KeptFindings], list[str]]:
        faults = list[str]()
        told = asyncio.Event()

        def on_fault(fault: PortFault) -> None:
            faults.append(str(fault))
            told.set()

        class Announcing(MemoryStore):
            def update(self, change: Callable[[KeptFindings | None], KeptFindings]) -> None:
                super().update(change)
                loop.call_soon_threadsafe(written.set)

        loop, written, store = asyncio.get_running_loop(), asyncio.Event(), Announcing(failures=1)
        board = board_of(store)
        keeper = asyncio.create_task(board.keep_always(pause_s=0.0, on_fault=on_fault))
        async with asyncio.timeout(20):
            board.add(FINDING)
            await told.wait()
            board.add(OTHER)
            await written.wait()
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        return store.saved, faults

    saved, faults = asyncio.run(scenario())
    assert faults == ["the disk is full"]
    assert saved[-1].findings == (FINDING, OTHER)


def test_the_memory_of_dismissals_is_bounded() -> None:
    ids = tuple(make_finding(title=str(number)).finding_id for number in range(MAX_DISMISSED))
    store = MemoryStore([KeptFindings((FINDING,), ids)])
    board = board_of(store)
    board.dismiss(FINDING.finding_id)
    asyncio.run(board.keep())
    assert len(store.load().dismissed) == MAX_DISMISSED
    assert FINDING.finding_id in store.load().dismissed


def test_what_two_processes_do_to_the_findings_of_a_root_comes_together() -> None:
    third, fourth = make_finding(title="Third"), make_finding(title="Fourth")
    store = MemoryStore([KeptFindings((FINDING, third))])
    board = board_of(store)
    changed: list[str] = []
    board.listen(changed.append)
    board.add(OTHER)
    # Meanwhile an editor on the same folder reports one and dismisses one.
    store.others = [KeptFindings((FINDING, fourth), (third.finding_id,))]
    asyncio.run(board.keep())
    assert set(board.all()) == {FINDING, OTHER, fourth}
    assert set(store.load().findings) == set(board.all())
    assert FINDING.path in changed
    assert not board.add(third)


def test_what_is_done_while_findings_are_written_down_is_kept_as_well() -> None:
    class Busy(MemoryStore):
        def update(self, change: Callable[[KeptFindings | None], KeptFindings]) -> None:
            super().update(change)
            if len(self.saved) == 1:
                board.dismiss(FINDING.finding_id)

    store = Busy(others=[KeptFindings((FINDING, OTHER))])
    board = FindingBoard(store, KeptFindings((FINDING,)))
    board.add(make_finding(title="Third"))
    asyncio.run(board.keep())
    asyncio.run(board.keep())
    assert FINDING not in store.load().findings
    assert OTHER in store.load().findings


def test_a_keeper_that_is_stopped_while_it_writes_loses_nothing() -> None:
    async def scenario() -> tuple[KeptFindings, ...]:
        begun, may_end = asyncio.Event(), threading.Event()

        class Slow(MemoryStore):
            def update(self, change: Callable[[KeptFindings | None], KeptFindings]) -> None:
                loop.call_soon_threadsafe(begun.set)
                may_end.wait(20)
                super().update(change)

        loop, store = asyncio.get_running_loop(), Slow()
        board = board_of(store)
        board.add(FINDING)
        keeper = asyncio.create_task(board.keep())
        await begun.wait()
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        may_end.set()
        await board.keep()
        return tuple(store.saved)

    saved = asyncio.run(scenario())
    assert saved
    assert all(kept.findings == (FINDING,) for kept in saved)
