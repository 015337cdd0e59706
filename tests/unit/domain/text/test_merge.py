import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.effort import tries

from architect.domain.text.merge import Conflict, Merge, merge

BASE = "one\ntwo\nthree\nfour\nfive\n"


def test_changes_of_different_lines_are_both_taken() -> None:
    merged = merge(BASE, BASE.replace("one", "ONE"), BASE.replace("five", "FIVE"))
    assert merged == Merge("ONE\ntwo\nthree\nfour\nFIVE\n", ())


def test_the_same_change_on_both_sides_is_one() -> None:
    changed = BASE.replace("three", "THREE\nand more")
    assert merge(BASE, changed, changed) == Merge(changed, ())


def test_the_same_change_beside_another_one_is_no_conflict() -> None:
    ours = BASE.replace("two", "TWO")
    theirs = ours.replace("four", "FOUR")
    assert merge(BASE, ours, theirs) == Merge(theirs, ())


def test_different_changes_of_a_line_are_a_conflict_that_keeps_our_line() -> None:
    ours = "zero\n" + BASE.replace("two", "ours")
    merged = merge(BASE, ours, BASE.replace("two", "theirs").replace("five", "FIVE"))
    assert merged.text == ours.replace("five", "FIVE")
    assert merged.conflicts == (Conflict(3, 3, "ours\n", "theirs\n"),)


def test_a_conflict_names_all_lines_from_the_first_to_the_last_that_overlap() -> None:
    ours = BASE.replace("two\nthree", "2\n3")
    theirs = BASE.replace("three\nfour", "III\nIV")
    conflict = Conflict(2, 4, "2\n3\nfour\n", "two\nIII\nIV\n")
    assert merge(BASE, ours, theirs) == Merge(ours, (conflict,))


def test_what_we_deleted_and_they_changed_is_a_conflict_between_two_of_our_lines() -> None:
    ours = BASE.replace("three\n", "")
    conflict = Conflict(3, 2, "", "THREE\n")
    assert merge(BASE, ours, BASE.replace("three", "THREE")) == Merge(ours, (conflict,))


def test_changes_of_lines_side_by_side_are_both_taken() -> None:
    merged = merge(BASE, BASE.replace("two", "TWO"), BASE.replace("three", "THREE"))
    assert merged == Merge("one\nTWO\nTHREE\nfour\nfive\n", ())


@pytest.mark.parametrize("swapped", [False, True])
def test_a_line_inserted_beside_a_changed_one_is_no_conflict(*, swapped: bool) -> None:
    inserted = BASE.replace("two\n", "new\ntwo\n")
    for changed, expected in [
        (BASE.replace("two", "TWO"), "one\nnew\nTWO\nthree\nfour\nfive\n"),
        (BASE.replace("one", "ONE"), "ONE\nnew\ntwo\nthree\nfour\nfive\n"),
    ]:
        sides = (changed, inserted) if swapped else (inserted, changed)
        assert merge(BASE, *sides) == Merge(expected, ())


def test_different_lines_inserted_at_one_place_are_a_conflict() -> None:
    ours, theirs = BASE.replace("two\n", "two\nours\n"), BASE.replace("two\n", "two\ntheirs\n")
    assert merge(BASE, ours, theirs) == Merge(ours, (Conflict(3, 3, "ours\n", "theirs\n"),))


def test_a_line_inserted_inside_a_changed_stretch_is_a_conflict() -> None:
    ours = BASE.replace("two\nthree", "2\n3")
    theirs = BASE.replace("two\n", "two\nnew\n")
    assert merge(BASE, ours, theirs) == Merge(
        ours, (Conflict(2, 3, "2\n3\n", "two\nnew\nthree\n"),)
    )


def test_nothing_is_joined_to_a_last_line_without_a_line_end() -> None:
    merged = merge("a\nb\n", "a", "a\nb\nc\n")
    assert merged == Merge("a", (Conflict(1, 1, "a", "a\nb\nc\n"),))


def test_a_lost_last_line_end_and_another_change_are_both_taken() -> None:
    assert merge("a\nb\n", "a\nb", "A\nb\n") == Merge("A\nb", ())


def test_line_ends_belong_to_the_lines() -> None:
    base = "a\r\nb\x0c\u2028c\r\nd\r\n"
    merged = merge(base, base.replace("a\r\n", "a\n"), base.replace("d", "D"))
    assert merged == Merge("a\nb\x0c\u2028c\r\nD\r\n", ())


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\r\n", "\n"]), max_size=10)
ENDS = st.sampled_from(["", "", "", "z"])


@st.composite
def edited(draw: st.DrawFn, base: list[str]) -> str:
    lines = list(base)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(lines)))
        lines[at : at + draw(st.integers(0, 3))] = draw(LINES)[:3]
    return "".join(lines) + draw(ENDS)


@st.composite
def three(draw: st.DrawFn) -> tuple[str, str, str]:
    base = draw(LINES)
    return "".join(base) + draw(ENDS), draw(edited(base)), draw(edited(base))


@settings(max_examples=tries(100, long=3000))
@given(three())
def test_a_side_that_changed_nothing_gives_way(texts: tuple[str, str, str]) -> None:
    base, ours, theirs = texts
    assert merge(base, ours, base) == Merge(ours, ())
    assert merge(base, base, theirs) == Merge(theirs, ())
    assert merge(base, ours, ours) == Merge(ours, ())


@settings(max_examples=tries(100, long=3000))
@given(three())
def test_the_sides_swapped_give_the_same_conflicts(texts: tuple[str, str, str]) -> None:
    base, ours, theirs = texts
    one, other = merge(base, ours, theirs), merge(base, theirs, ours)
    assert [(each.ours, each.theirs) for each in one.conflicts] == [
        (each.theirs, each.ours) for each in other.conflicts
    ]
    if not one.conflicts:
        assert one.text == other.text


@settings(max_examples=tries(100, long=3000))
@given(three())
def test_a_conflict_names_the_lines_of_ours(texts: tuple[str, str, str]) -> None:
    base, ours, theirs = texts
    lines = ours.replace("\n", "\n\0").removesuffix("\0").split("\0") if ours else []
    for conflict in merge(base, ours, theirs).conflicts:
        assert "".join(lines[conflict.start_line - 1 : conflict.end_line]) == conflict.ours


STRETCHES = st.lists(st.tuples(st.sampled_from(["ours", "theirs", "both", ""]), st.integers(0, 3)))


@given(STRETCHES)
def test_changes_apart_from_each_other_are_all_taken(stretches: list[tuple[str, int]]) -> None:
    base: list[str] = []
    sides: dict[str, list[str]] = {"ours": [], "theirs": [], "merged": []}
    for number, (side, length) in enumerate(stretches):
        old = [f"{number}\n", *(f"{number}.{line}\n" for line in range(length)), f"{number}-\n"]
        new = [old[0], f"{side} {number}\n", old[-1]]
        base += old
        for name, lines in sides.items():
            is_changed = side == "both" or (side and name in (side, "merged"))
            lines += new if is_changed else old
    ours, theirs, merged = map("".join, sides.values())
    assert merge("".join(base), ours, theirs) == Merge(merged, ())
