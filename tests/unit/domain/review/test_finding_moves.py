"""Findings stay with their lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.findings import FINDING, TEXT, make_finding

from architect.domain.findings import MAX_LANDMARK_CHARS, Finding, bare_lines, landmark
from architect.domain.review.finding_moves import moved, reanchored

LETTERS = "a\nb\nc\nd\ne\n"


def on(first: str, last: str | None = None) -> Finding:
    """A finding in `LETTERS` on the line `first`, or from there to the line `last`."""
    letters = bare_lines(LETTERS)
    line, end_line = letters.index(first) + 1, letters.index(last or first) + 1
    return make_finding(line=line, end_line=end_line, line_text=first)


def lines_after(finding: Finding, *texts: str) -> tuple[int, int]:
    """Where the finding is after `LETTERS` became each of `texts` in turn."""
    for before, after in zip([LETTERS, *texts], texts, strict=False):
        [finding] = moved([finding], before, after)
    return finding.line, finding.end_line


@pytest.mark.parametrize(
    ("after", "place"),
    [
        ("new\na\nb\nc\nd\ne\n", (4, 4)),
        ("a\nb\nnew\nc\nd\ne\n", (4, 4)),
        ("a\nb\nc\nnew\nd\ne\n", (3, 3)),
        ("b\nc\nd\ne\n", (2, 2)),
        ("a\nc\nd\ne\n", (2, 2)),
        ("c\n", (1, 1)),
        ("a\nb\n    c\nd\ne\n", (3, 3)),
        ("a\nb\nif x:\n    c\nd\ne\n", (4, 4)),
        ("a\nb\nsomething else\nd\ne\n", (3, 3)),
        ("a\r\nb\r\nnew\r\nc\r\nd\r\ne\r\n", (4, 4)),
    ],
)
def test_a_finding_follows_its_line(after: str, place: tuple[int, int]) -> None:
    assert lines_after(on("c"), after) == place


@pytest.mark.parametrize(
    ("after", "place"),
    [
        ("a\nb\nnew\nc\nd\ne\n", (2, 5)),
        ("a\nb\nd\ne\n", (2, 3)),
        ("a\nc\nd\ne\n", (2, 3)),
        ("a\nb\nc\ne\n", (2, 3)),
        ("a\ne\n", (2, 2)),
        ("a\n", (1, 1)),
        ("", (1, 1)),
        ("a\nB\nC\nD\ne\n", (2, 4)),
        ("a\nb\nc\nd1\nd2\nd3\ne\n", (2, 6)),
    ],
)
def test_a_finding_over_several_lines_grows_and_shrinks_with_them(
    after: str, place: tuple[int, int]
) -> None:
    assert lines_after(on("b", "d"), after) == place


def test_a_finding_goes_back_when_the_deleted_line_is_put_back() -> None:
    assert lines_after(on("c"), "a\nb\nd\ne\n", "a\nb\nc\nd\ne\n") == (3, 3)
    assert lines_after(on("b", "d"), "", "new\n" + LETTERS) == (3, 3)


def test_a_finding_knows_its_line_by_the_text_that_was_typed_there() -> None:
    [typed] = moved([on("c")], LETTERS, "a\nb\ncc\nd\ne\n")
    assert typed.line_text == "cc"
    [emptied] = moved([typed], "a\nb\ncc\nd\ne\n", "a\nb\n\nd\ne\n")
    assert emptied.line_text == "cc"


def test_nothing_moves_where_nothing_changed() -> None:
    findings = (on("a"), on("e"))
    assert moved(findings, LETTERS, LETTERS) == findings


@given(
    st.lists(st.sampled_from("abc"), max_size=8),
    st.lists(st.sampled_from("abc"), max_size=8),
    st.integers(1, 8),
    st.integers(0, 4),
)
def test_a_finding_always_is_on_lines_that_exist(
    before: list[str], after: list[str], line: int, more: int
) -> None:
    old, new = "\n".join(before), "\n".join(after)
    finding = make_finding(line=line, end_line=line + more, line_text="a")
    for [placed] in (moved([finding], old, new + "!"), reanchored([finding], new + "!")):
        assert 1 <= placed.line <= placed.end_line <= len(bare_lines(new + "!"))


@given(st.lists(st.text("xyz", min_size=1), max_size=9, unique=True), st.integers(0, 9))
def test_inserting_a_line_moves_what_stands_below_it_only(lines: list[str], place: int) -> None:
    place = min(place, len(lines))
    findings = [make_finding(line=n, line_text=line) for n, line in enumerate(lines, start=1)]
    after = [*lines[:place], "new", *lines[place:]]
    found = moved(findings, "\n".join([*lines, ""]), "\n".join([*after, ""]))
    assert [after[finding.line - 1] for finding in found] == lines


def test_a_file_that_changed_unseen_is_searched_for_the_lines() -> None:
    text = "# new\n# new\n" + TEXT
    [found] = reanchored([FINDING], text)
    assert (found.line, found.end_line) == (5, 5)


def test_among_equal_lines_the_nearest_is_taken() -> None:
    text = "x\n" * 3 + "y\n" + "x\n" * 9 + "y\n"
    [near] = reanchored([make_finding(line=5, end_line=6, line_text="y")], text)
    assert (near.line, near.end_line) == (4, 5)


def test_a_finding_whose_line_is_gone_stays_in_the_file() -> None:
    [found] = reanchored([make_finding(line=30, line_text="gone")], "a\nb\n")
    assert (found.line, found.end_line) == (2, 2)


def test_blank_lines_are_no_landmarks() -> None:
    [found] = reanchored([make_finding(line=1, line_text="")], "a\n\n\n")
    assert found.line == 1


def test_very_long_lines_are_known_by_their_start() -> None:
    line = "x" * 10_000
    finding = make_finding(line=1, line_text=landmark(line))
    assert len(finding.line_text) == MAX_LANDMARK_CHARS
    [found] = moved([finding], f"{line}\n", f"new\n{line}y\n")
    assert found.line == 2


def test_lines_that_are_moved_take_their_finding_along() -> None:
    assert lines_after(on("c"), "a\nc\nb\nd\ne\n") == (2, 2)
    assert lines_after(on("b", "c"), "a\nd\ne\nb\nc\n") == (4, 5)


def test_a_line_that_is_copied_elsewhere_keeps_its_finding() -> None:
    assert lines_after(on("c"), "a\nc\nb\nc\nd\ne\n") == (4, 4)
    assert lines_after(on("c"), "a\nb\nc\nd\nc\ne\n") == (3, 3)


@given(st.lists(st.text("ab", max_size=2), max_size=12), st.data())
def test_a_line_that_stays_keeps_its_finding_wherever_it_goes(
    lines: list[str], data: st.DataObject
) -> None:
    """However the text around the one line that nothing resembles is rewritten."""
    place = data.draw(st.integers(0, len(lines)))
    above = data.draw(st.lists(st.text("ab", max_size=2), max_size=6))
    below = data.draw(st.lists(st.text("ab", max_size=2), max_size=6))
    before = "\n".join([*lines[:place], "unique", *lines[place:]])
    after = "\n".join([*above, "unique", *below])
    finding = make_finding(line=place + 1, line_text="unique")
    [found] = moved([finding], before, after)
    assert bare_lines(after)[found.line - 1] == "unique"
