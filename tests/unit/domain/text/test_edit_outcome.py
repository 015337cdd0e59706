"""What became of an edit, by the text alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.text.edit_outcome import EditOutcome, alike, edit_outcome
from architect.domain.text.text_changes import TextChange, changes_between

BEFORE = "a\nb\nc\nd\ne\n"
WANTED = "a\nB\nc\nd\nE\n"


def outcome(before: str, wanted: str, now: str, told: tuple[TextChange, ...] = ()) -> EditOutcome:
    return edit_outcome(before, wanted, now, told=told, encoding="utf-16", line_ends="any")


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (WANTED, EditOutcome.APPLIED),
        (WANTED.replace("\n", "\r\n"), EditOutcome.APPLIED),
        (WANTED.removesuffix("\n"), EditOutcome.APPLIED),
        ("first\na\nB\nc\nd\nE\n", EditOutcome.APPLIED),
        (BEFORE, EditOutcome.UNCHANGED),
        ("a user\nb\nc\nd\ne\n", EditOutcome.MOVED),
        ("", EditOutcome.MOVED),
        ("a\nB\nc\nd\ne\n", EditOutcome.ALTERED),
        ("first\na\nB\nb\nc\nd\nE\n", EditOutcome.ALTERED),
        ("a\nb\nc\nB\nd\nE\n", EditOutcome.ALTERED),
        ("a\nB\nc in the same place\nd\nE\n", EditOutcome.ALTERED),
    ],
)
def test_the_outcome_shows_in_the_text(now: str, expected: EditOutcome) -> None:
    assert outcome(BEFORE, WANTED, now) is expected


def test_a_line_of_ours_in_another_place_is_noticed() -> None:
    one_line = BEFORE.replace("b", "ours")
    assert outcome(BEFORE, one_line, BEFORE.replace("c", "ours")) is EditOutcome.ALTERED


def test_a_change_that_was_told_and_overwritten_at_once_has_arrived() -> None:
    told = changes_between(BEFORE, WANTED, "utf-16")[:1]
    assert outcome(BEFORE, WANTED, "a\nsomething else\nc\nd\ne\n", told) is EditOutcome.ALTERED


def test_an_editor_that_keeps_its_line_ends_has_not_changed_them() -> None:
    assert outcome("a\r\nb\r\n", "a\nb\n", "a\r\nb\r\n") is EditOutcome.UNCHANGED


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a\nb", "a\r\nb\r\n", True),
        ("a\rb\n", "a\nb\n", True),
        ("", "\n", True),
        ("a\n", "a\n\n", False),
        ("a", "a\n\n", False),
        ("a b", "a\nb", False),
    ],
)
def test_texts_are_alike_but_for_line_ends(one: str, other: str, expected: bool) -> None:
    assert alike(one, other) is expected
    assert alike(other, one) is expected


TEXT = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "", "d"]), max_size=8).map("".join)


@given(TEXT, TEXT)
def test_a_text_that_is_there_has_landed_and_one_that_stayed_is_untouched(
    before: str, wanted: str
) -> None:
    if before != wanted:
        landed = outcome(before, wanted, wanted)
        stayed = outcome(before, wanted, before)
        assert landed is EditOutcome.APPLIED
        assert stayed in (EditOutcome.UNCHANGED, EditOutcome.APPLIED)
        if not alike(before, wanted):
            assert stayed is EditOutcome.UNCHANGED
