import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.effort import tries
from tests.support.reference_editor import ENCODINGS, LINE_ENDS, ReferenceEditor, units_of

from architect.domain.text.file_text import split_at_lf, split_lines
from architect.domain.text.positions import Encoding, LineEnds, LineIndex, Position, Range
from architect.domain.text.text_changes import TextChange, changes_between


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> TextChange:
    return TextChange(Range(Position(*start), Position(*end)), text)


def test_equal_texts_need_no_change() -> None:
    assert changes_between("a\nb", "a\nb", "utf-16") == ()


def test_only_the_changed_lines_are_touched() -> None:
    before = "one\ntwo\nthree\nfour\nfive\n"
    after = "one\n2\nthree\nfour\nnew\nfive\n"
    assert changes_between(before, after, "utf-16") == (
        change((1, 0), (2, 0), "2\n"),
        change((4, 0), (4, 0), "new\n"),
    )


def test_a_deleted_line_goes_with_its_line_end() -> None:
    assert changes_between("a\r\nb\r\nc", "a\r\nc", "utf-8") == (change((1, 0), (2, 0), ""),)


@pytest.mark.parametrize(("encoding", "end"), [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
def test_a_last_line_without_a_line_end_goes_to_its_last_unit(encoding: Encoding, end: int) -> None:
    assert changes_between("a\nx😀", "a\ny", encoding) == (change((1, 0), (1, end), "y"),)


def test_a_line_is_put_behind_a_last_line_end() -> None:
    assert changes_between("a\n", "a\nb", "utf-8") == (change((1, 0), (1, 0), "b"),)


def test_an_empty_text_is_filled_and_a_full_one_emptied() -> None:
    assert changes_between("", "a\nb", "utf-8") == (change((0, 0), (0, 0), "a\nb"),)
    assert changes_between("a\nb", "", "utf-8") == (change((0, 0), (1, 1), ""),)


def test_lines_are_counted_as_the_editor_counts_them() -> None:
    before, after = "a\rb\nc\n", "a\rb\nC\n"
    assert changes_between(before, after, "utf-8") == (change((2, 0), (3, 0), "C\n"),)
    assert changes_between(before, after, "utf-8", line_ends="lf") == (
        change((1, 0), (2, 0), "C\n"),
    )


def test_a_mended_line_end_changes_its_line_only() -> None:
    assert changes_between("a\nb\r\nc\n", "a\nb\nc\n", "utf-8") == (change((1, 0), (2, 0), "b\n"),)


PARTS = ["a", "b ", "é", "😀", "\0", "\x0c", "\x85", "\u2028", "\ud83d", *["\n"] * 4, "\r\n", "\r"]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=40).map("".join)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    before = after = draw(TEXTS)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(after)))
        new = draw(st.lists(st.sampled_from(PARTS), max_size=4).map("".join))
        after = after[:at] + new + after[at + draw(st.integers(0, 4)) :]
    return before, after


@pytest.mark.parametrize("line_ends", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_changes_lead_from_one_text_to_the_other(
    encoding: Encoding, line_ends: LineEnds
) -> None:
    @settings(max_examples=tries(100, long=2000))
    @given(edited())
    def play(texts: tuple[str, str]) -> None:
        before, after = texts
        changes = changes_between(before, after, encoding, line_ends=line_ends)
        editor = ReferenceEditor(before, encoding, line_ends)
        editor.apply([(each.range, each.text) for each in changes])
        assert editor.units == units_of(after, encoding)

    play()


@pytest.mark.parametrize("line_ends", LINE_ENDS)
@given(edited())
def test_changes_begin_and_end_where_lines_do(line_ends: LineEnds, texts: tuple[str, str]) -> None:
    before, after = texts
    lines = (split_at_lf if line_ends == "lf" else split_lines)(before)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    index = LineIndex(before, "utf-16", line_ends=line_ends)
    last_end = -1
    for each in changes_between(before, after, "utf-16", line_ends=line_ends):
        start, end = index.offset_of(each.range.start), index.offset_of(each.range.end)
        assert {start, end} <= set(starts)
        assert start > last_end
        assert before[start:end] != each.text
        last_end = end


@given(st.lists(st.integers(0, 400), min_size=1, max_size=4, unique=True))
def test_lines_that_stay_are_not_in_a_change(numbers: list[int]) -> None:
    lines = [f"line {number}\n" for number in range(401)]
    before = "".join(lines)
    for number in numbers:
        lines[number] = "changed\n"
    changes = changes_between(before, "".join(lines), "utf-16")
    touched = [
        line for each in changes for line in range(each.range.start.line, each.range.end.line)
    ]
    assert touched == sorted(numbers)
