"""Hunks of a run in a text that somebody goes on to change."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from architect.domain.ids import HunkId, RunId
from architect.domain.review.hunks import Hunk, NetChange, Placement, hunks_of, placed, without
from architect.domain.review.undo import Content
from architect.domain.text.document import Document
from architect.domain.text.file_text import split_lines
from architect.domain.text.merge import merge

RUN = RunId("20260102-030405-abcdef.1")


class Desk:
    """A file that a run changed, its present text, and what was undone of it."""

    def __init__(self, before: Content, after: Content, present: Content) -> None:
        self.change = NetChange("f", before, after)
        self.hunks: Sequence[Hunk] = hunks_of(RUN, self.change)
        self.present = present
        self.taken: set[HunkId] = set()

    @property
    def placement(self) -> Placement:
        return placed(self.change, self.hunks, self.present, taken=self.taken)

    @property
    def standing(self) -> list[HunkId]:
        return [hunk.hunk_id for hunk in self.placement.standing]

    def undo(self, *hunk_ids: HunkId) -> None:
        self.present = without(self.change, self.placement, self.present, hunk_ids)
        self.taken |= {*hunk_ids}


def desk(before: str, after: str, present: str | None = None) -> Desk:
    return Desk(Document(before), Document(after), Document(after if present is None else present))


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n", "\f\n", "d"]), max_size=9)
TEXTS = LINES.map("".join)
ORDERS = st.randoms(use_true_random=False)


def all_in_some_order(one: Desk, order: random.Random) -> None:
    while standing := one.standing:
        one.undo(order.choice(standing))


@given(TEXTS, TEXTS, ORDERS)
def test_where_nobody_typed_all_hunks_in_any_order_lead_back(
    before: str, after: str, order: random.Random
) -> None:
    one = desk(before, after)
    all_in_some_order(one, order)
    assert one.present == Document(before)
    assert one.placement == Placement((), ())


Typed = tuple[str, str, str]
"""Before, after, and what somebody made of it who wrote lines that nobody else has."""


@st.composite
def typed(draw: st.DrawFn, lines: st.SearchStrategy[list[str]] = LINES) -> Typed:
    before, after = "".join(draw(lines)), "".join(draw(lines))
    present = split_lines(after)
    for number in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(present)))
        present[at : at + draw(st.integers(0, 1))] = [f"user {number}\n"]
    return before, after, "".join(present)


ONCE = st.lists(st.sampled_from([f"{letter}\n" for letter in "abcdefgh"]), unique=True)


@given(typed(ONCE), ORDERS)
def test_all_hunks_in_any_order_are_taking_back_the_run_but_for_what_was_typed(
    texts: Typed, order: random.Random
) -> None:
    before, after, present = texts
    one = desk(before, after, present)
    all_in_some_order(one, order)
    assert one.present == Document(merge(after, present, before).text)


# A line that a hunk brings back can be taken for another one like it, next to which somebody typed.
@example(("a\nc\nc\n", "c\nb\n", "user 0\nb\nuser 1\n"), random.Random(0))
@example(("a\nc\nc\n", "c\nb\n", "user 0\nb\nuser 1\n"), random.Random(1))
@example(("db\na\nb\n", "a\na\na\nb\nb\na\n", "user 1\na\na\nb\nb\na\nuser 0\n"), random.Random(0))
@given(typed(), ORDERS)
def test_where_lines_repeat_what_was_typed_stays_and_each_hunk_is_undone_or_named(
    texts: Typed, order: random.Random
) -> None:
    before, _, present = texts
    one = desk(*texts)
    all_in_some_order(one, order)
    assert isinstance(one.present, Document)
    left = split_lines(one.present.text)
    assert [line for line in left if _is_typed(line)] == [*filter(_is_typed, split_lines(present))]
    if not one.placement.lost:
        were_there = iter(split_lines(before))
        assert all(line in were_there for line in left if not _is_typed(line)), "in their order"


def _is_typed(line: str) -> bool:
    return "user" in line  # perhaps behind a last line that did not end


@example("c\nb\na\n", "b\n", "")  # two places have become one
@given(TEXTS, TEXTS, TEXTS)
def test_all_hunks_at_once_are_the_three_way_merge_whatever_is_there(
    before: str, after: str, present: str
) -> None:
    one = desk(before, after, present)
    one.undo(*one.standing)
    assert one.present == Document(merge(after, present, before).text)


@given(TEXTS, TEXTS, TEXTS, st.data())
def test_a_hunk_changes_its_own_lines_and_nothing_else(
    before: str, after: str, present: str, data: st.DataObject
) -> None:
    one = desk(before, after, present)
    if not one.standing:
        return
    hunk = data.draw(st.sampled_from(one.placement.standing))
    assert present[hunk.start : hunk.end] == hunk.after
    one.undo(hunk.hunk_id)
    wanted = present[: hunk.start] + hunk.before + present[hunk.end :]
    assert one.present == Document(wanted)
    assert hunk.hunk_id not in one.standing


@given(TEXTS, TEXTS, TEXTS)
def test_hunks_keep_their_ids_and_their_order_whatever_is_typed(
    before: str, after: str, present: str
) -> None:
    one = desk(before, after, present)
    known = [hunk.hunk_id for hunk in one.hunks]
    assert len(set(known)) == len(known)
    listed = one.standing
    assert [each for each in known if each in listed] == listed
    starts = [hunk.start for hunk in one.placement.standing]
    assert starts == sorted(starts)


def test_equal_changes_of_one_file_are_told_apart() -> None:
    one = desk("x\n1\n2\n3\nx\n", "y\n1\n2\n3\ny\n")
    first, second = one.standing
    one.undo(second)
    assert one.present == Document("y\n1\n2\n3\nx\n")
    assert one.standing == [first]


def test_an_id_is_another_one_for_another_run_or_file() -> None:
    change = NetChange("f", Document("1\n"), Document("2\n"))
    ids = {
        hunks_of(run, each)[0].hunk_id
        for run in (RUN, RunId(f"{RUN}0"))
        for each in (change, replace(change, path="g"))
    }
    assert len(ids) == 4


def test_lines_that_were_changed_again_are_lost_with_their_place() -> None:
    one = desk("1\n2\n3\n", "1\nzwei\n3\n", "0\n1\ndeux\n3\n")
    assert one.standing == []
    [lost] = one.placement.lost
    assert (lost.hunk_ids, lost.lines) == ((one.hunks[0].hunk_id,), ((3, 3),))


def test_a_hunk_that_somebody_took_back_by_hand_is_neither_there_nor_lost() -> None:
    assert desk("1\n2\n3\n", "1\nzwei\n3\n", "0\n1\n2\n3\n").placement == Placement((), ())


def test_line_ends_are_those_of_the_present_text() -> None:
    one = desk("1\n2\n3\n", "1\n3\n", "1\r\n3\r\n")
    one.undo(*one.standing)
    assert one.present == Document("1\r\n2\r\n3\r\n")


def test_in_a_file_with_several_line_ends_each_line_keeps_its_own() -> None:
    one = desk("1\r\n2\n3\r\n", "1\r\nzwei\n3\r\n", "1\r\nzwei\n3\r\n4\n")
    one.undo(*one.standing)
    assert one.present == Document("1\r\n2\n3\r\n4\n")


WHOLE = [
    (None, Document("new\n")),
    (Document("old\n"), None),
    (Document("1\r\n2\r\n"), Document("1\n2\n")),
    (Document("1\n"), Document("2\n", bom=True)),
    (Document("1\n", "utf-16-le", bom=True), Document("1\n")),
    (None, Document("")),
]


@pytest.mark.parametrize(("before", "after"), WHOLE)
def test_a_file_that_changed_as_a_whole_is_one_hunk_that_leads_back(
    before: Content, after: Content
) -> None:
    one = Desk(before, after, after)
    [hunk_id] = one.standing
    one.undo(hunk_id)
    assert one.present == before
    assert one.standing == []


@pytest.mark.parametrize(("before", "after"), WHOLE)
def test_a_file_that_changed_as_a_whole_and_again_since_is_lost(
    before: Content, after: Content
) -> None:
    one = Desk(before, after, Document("something else\n"))
    assert one.standing == []
    assert one.placement.lost[0].reason


def test_a_file_that_is_no_longer_there_has_lost_its_hunks() -> None:
    one = Desk(Document("1\n"), Document("2\n"), None)
    assert "no longer there" in one.placement.lost[0].reason


def test_what_is_the_same_has_no_hunks() -> None:
    assert desk("1\n", "1\n").hunks == ()
