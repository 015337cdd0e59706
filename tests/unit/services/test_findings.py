"""The collection of open findings."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from tests.support.findings import FINDING, TEXT, make_finding

from architect.domain.errors import PortFault
from architect.domain.ids import RunId
from architect.ports.findings_store import FixedFinding, StoredFindings
from architect.services.findings import MAX_DISMISSED, MAX_FIXED, FindingCollection

OTHER = make_finding(path="src/other.py", line=1, title="Unused", line_text="import os")


@dataclass
class MemoryStore:
    """Remembers everything that was kept; fails as often as it is told to.

    `others` is what another process keeps before the next time.
    """

    saved: list[StoredFindings] = field(default_factory=list[StoredFindings])
    failures: int = 0
    others: list[StoredFindings] = field(default_factory=list[StoredFindings])

    def load(self) -> StoredFindings:
        return self.saved[-1] if self.saved else StoredFindings()

    def newer(self) -> StoredFindings | None:
        return self.others.pop() if self.others else None

    def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
        if self.failures:
            self.failures -= 1
            raise PortFault("the disk is full")
        self.saved.append(change(self.others.pop() if self.others else None))


def collection_of(store: MemoryStore | None = None) -> FindingCollection:
    store = store or MemoryStore()
    return FindingCollection(store, store.load())


def test_findings_are_listed_by_path_and_line_and_found_by_id() -> None:
    collection = collection_of()
    above = make_finding(line=1, title="Name", line_text="def mean(values):")
    for finding in (OTHER, FINDING, above):
        assert collection.add(finding)
    assert collection.all() == (above, FINDING, OTHER)
    assert collection.all("src/mean.py") == (above, FINDING)
    assert collection.all("nothing.py") == ()
    assert collection.get(OTHER.finding_id) == OTHER
    assert collection.get("unknown") is None
    assert set(collection.paths()) == {"src/mean.py", "src/other.py"}


def test_a_finding_that_is_reported_again_takes_the_place_of_the_first() -> None:
    collection = collection_of()
    collection.add(make_finding())
    again = make_finding(line=7, detail="In other words.")
    assert collection.add(again)
    assert collection.all() == (again,)


def test_a_dismissed_finding_stays_dismissed_wherever_it_is_reported() -> None:
    collection = collection_of()
    collection.add(make_finding())
    assert collection.dismiss(make_finding().finding_id) == make_finding()
    assert not collection.add(make_finding(line=40))
    assert collection.all() == ()
    assert collection.add(make_finding(title="Something else", category="security"))
    assert collection.dismiss("unknown") is None


def test_a_finding_dismissed_after_its_line_was_rewritten_stays_dismissed_there_too() -> None:
    collection = collection_of()
    collection.add(make_finding())
    after = TEXT.replace("total / len(values)", "total // len(values)")
    collection.text_changed("src/mean.py", TEXT, after)
    [moved] = collection.all()
    collection.dismiss(moved.finding_id)
    assert not collection.add(make_finding(line_text="    return total // len(values)"))


def test_cleared_findings_are_taken_again() -> None:
    collection = collection_of()
    collection.add(FINDING)
    collection.add(OTHER)
    collection.clear("src/mean.py")
    assert collection.all() == (OTHER,)
    collection.clear()
    assert collection.all() == ()
    assert collection.add(FINDING)


def test_a_new_review_of_a_file_takes_the_place_of_the_earlier_ones() -> None:
    collection = collection_of()
    gone = make_finding(title="Mended by now", run_id=RunId("old.1"))
    still_there = make_finding(run_id=RunId("old.1"))
    elsewhere = make_finding(path="src/other.py", run_id=RunId("old.1"))
    for finding in (gone, still_there, elsewhere):
        collection.add(finding)
    again = make_finding(run_id=RunId("new.1"))
    collection.add(again)
    collection.supersede("src/mean.py", by_run="new.1")
    assert collection.all() == (again, elsewhere)


def test_what_a_run_fixed_comes_back_and_goes_as_often_as_its_changes_do() -> None:
    store = MemoryStore()
    collection = collection_of(store)
    for finding in (FINDING, OTHER):
        collection.add(finding)
    by_run = RunId("fix.1")
    collection.fixed([FINDING.finding_id], by_run=by_run)
    for _ in range(2):
        assert collection.all() == (OTHER,)
        collection.reopen(by_run)
        assert collection.all() == (FINDING, OTHER)
        asyncio.run(collection.keep())
        collection = collection_of(store)
        collection.close_again(by_run)


def test_what_another_run_has_fixed_since_stays_gone() -> None:
    collection = collection_of()
    for number in (1, 2):
        collection.add(FINDING)
        collection.fixed([FINDING.finding_id], by_run=RunId(f"fix.{number}"))
    collection.reopen(RunId("fix.1"))
    assert collection.all() == ()
    collection.reopen(RunId("fix.2"))
    assert collection.all() == (FINDING,)


def test_findings_move_with_their_text() -> None:
    collection = collection_of()
    collection.add(FINDING)
    collection.text_changed("src/mean.py", TEXT, f"# new\n{TEXT}")
    assert [finding.line for finding in collection.all()] == [4]
    collection.text_seen("src/mean.py", TEXT)
    assert [finding.line for finding in collection.all()] == [3]


def test_whoever_listens_hears_of_changes_only() -> None:
    collection, heard = collection_of(), list[str]()
    stop = collection.listen(heard.append)
    collection.add(FINDING)
    collection.add(FINDING)
    collection.text_changed("src/mean.py", TEXT, f"{TEXT}# below\n")
    collection.text_changed("src/other.py", "", "x")
    assert heard == ["src/mean.py"]
    collection.text_changed("src/mean.py", TEXT, f"# above\n{TEXT}")
    collection.dismiss(FINDING.finding_id)
    collection.clear()
    stop()
    collection.add(OTHER)
    assert heard == ["src/mean.py"] * 3


def test_what_is_kept_comes_back() -> None:
    store = MemoryStore()
    collection = collection_of(store)
    collection.add(FINDING)
    collection.add(OTHER)
    collection.dismiss(OTHER.finding_id)
    asyncio.run(collection.keep())
    again = collection_of(store)
    assert again.all() == (FINDING,)
    assert not again.add(OTHER)


def test_nothing_is_written_when_nothing_changed() -> None:
    store = MemoryStore()
    collection = collection_of(store)
    asyncio.run(collection.keep())
    collection.add(FINDING)
    for _ in range(3):
        asyncio.run(collection.keep())
    assert len(store.saved) == 1


def test_what_could_not_be_written_is_written_the_next_time() -> None:
    store = MemoryStore(failures=1)
    collection = collection_of(store)
    collection.add(FINDING)
    with pytest.raises(PortFault, match="disk is full"):
        asyncio.run(collection.keep())
    asyncio.run(collection.keep())
    assert store.load().findings == (FINDING,)


def test_a_keeper_writes_every_change_and_outlives_a_fault() -> None:
    async def scenario() -> tuple[list[StoredFindings], list[str]]:
        faults = list[str]()
        told = asyncio.Event()

        def on_fault(fault: PortFault) -> None:
            faults.append(str(fault))
            told.set()

        class Announcing(MemoryStore):
            def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
                super().update(change)
                loop.call_soon_threadsafe(written.set)

        loop, written, store = asyncio.get_running_loop(), asyncio.Event(), Announcing(failures=1)
        collection = collection_of(store)
        keeper = asyncio.create_task(collection.keep_always(pause_s=0.0, on_fault=on_fault))
        async with asyncio.timeout(60):
            collection.add(FINDING)
            await told.wait()
            collection.add(OTHER)
            await written.wait()
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        return store.saved, faults

    saved, faults = asyncio.run(scenario())
    assert faults == ["the disk is full"]
    assert saved[-1].findings == (FINDING, OTHER)


def test_the_memory_of_dismissals_is_bounded() -> None:
    ids = tuple(make_finding(line_text=str(number)).finding_id for number in range(MAX_DISMISSED))
    store = MemoryStore([StoredFindings((FINDING,), ids)])
    collection = collection_of(store)
    collection.dismiss(FINDING.finding_id)
    asyncio.run(collection.keep())
    assert len(store.load().dismissed) == MAX_DISMISSED
    assert FINDING.finding_id in store.load().dismissed


def test_of_what_was_fixed_no_more_comes_back_than_is_remembered() -> None:
    fixed = [FixedFinding(RunId(f"{number}"), FINDING) for number in range(MAX_FIXED + 1)]
    collection = FindingCollection(MemoryStore(), StoredFindings(fixed=tuple(fixed)))
    collection.reopen(RunId("0"))
    assert collection.all() == ()
    collection.reopen(RunId("1"))
    assert collection.all() == (FINDING,)


def test_whoever_listens_hears_once_of_all_that_others_did_to_a_file() -> None:
    here, there = (
        tuple(make_finding(line=line, line_text=f"{who} {line}") for line in range(1, 6))
        for who in ("here", "there")
    )
    store = MemoryStore([StoredFindings(here)])
    collection = collection_of(store)
    changed: list[str] = []
    collection.listen(changed.append)
    store.others = [StoredFindings(there)]
    asyncio.run(collection.catch_up())
    assert collection.all() == there
    assert changed == [FINDING.path] * 2  # what is gone, and what is new


def test_what_two_processes_do_to_the_findings_of_a_root_comes_together() -> None:
    third, fourth = make_finding(line_text="third"), make_finding(line_text="fourth")
    store = MemoryStore([StoredFindings((FINDING, third))])
    collection = collection_of(store)
    changed: list[str] = []
    collection.listen(changed.append)
    collection.add(OTHER)
    # Meanwhile an editor on the same folder reports one and dismisses one.
    store.others = [StoredFindings((FINDING, fourth), (third.finding_id,))]
    asyncio.run(collection.keep())
    assert set(collection.all()) == {FINDING, OTHER, fourth}
    assert set(store.load().findings) == set(collection.all())
    assert FINDING.path in changed
    assert not collection.add(third)


def test_who_only_looks_takes_over_what_others_did_and_writes_nothing() -> None:
    third = make_finding(line_text="third")
    store = MemoryStore([StoredFindings((FINDING, third))])
    collection = collection_of(store)
    store.others = [StoredFindings((FINDING, OTHER), (third.finding_id,))]
    asyncio.run(collection.catch_up())
    assert set(collection.all()) == {FINDING, OTHER}
    assert not collection.add(third)
    asyncio.run(collection.catch_up())
    assert len(store.saved) == 1
    collection.dismiss(OTHER.finding_id)
    asyncio.run(collection.catch_up())
    assert store.load().findings == (FINDING,)


def test_lines_of_what_others_kept_are_found_in_the_text_here_and_not_written_down() -> None:
    store = MemoryStore([StoredFindings((FINDING,))])
    collection = collection_of(store)
    changed: list[str] = []
    collection.listen(changed.append)
    collection.open_text = {FINDING.path: TEXT}.get
    # Another editor has typed a line above it, and found one more.
    store.others = [StoredFindings((replace(FINDING, line=4, end_line=4), OTHER))]
    asyncio.run(collection.catch_up())
    asyncio.run(collection.catch_up())
    assert set(collection.all()) == {FINDING, OTHER}
    assert changed == [OTHER.path]
    assert len(store.saved) == 1


def test_what_is_done_while_findings_are_written_down_is_kept_as_well() -> None:
    class Busy(MemoryStore):
        def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
            super().update(change)
            if len(self.saved) == 1:
                collection.dismiss(FINDING.finding_id)

    store = Busy(others=[StoredFindings((FINDING, OTHER))])
    collection = FindingCollection(store, StoredFindings((FINDING,)))
    collection.add(make_finding(title="Third"))
    asyncio.run(collection.keep())
    asyncio.run(collection.keep())
    assert FINDING not in store.load().findings
    assert OTHER in store.load().findings


def test_a_keeper_that_is_stopped_while_it_writes_loses_nothing() -> None:
    async def scenario() -> tuple[StoredFindings, ...]:
        begun, may_end = asyncio.Event(), threading.Event()

        class Slow(MemoryStore):
            def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
                loop.call_soon_threadsafe(begun.set)
                may_end.wait(60)
                super().update(change)

        loop, store = asyncio.get_running_loop(), Slow()
        collection = collection_of(store)
        collection.add(FINDING)
        keeper = asyncio.create_task(collection.keep())
        await begun.wait()
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        may_end.set()
        await collection.keep()
        return tuple(store.saved)

    saved = asyncio.run(scenario())
    assert saved
    assert all(kept.findings == (FINDING,) for kept in saved)
