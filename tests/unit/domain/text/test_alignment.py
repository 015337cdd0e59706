from hypothesis import given
from hypothesis import strategies as st

from architect.domain.text.alignment import Run, equal_runs

LINES = st.lists(st.sampled_from("abcdef"), max_size=30)


def test_moved_lines_are_matched_on_one_side_only() -> None:
    assert equal_runs("abcXYZ", "XYZabc") in ([Run(0, 3, 3)], [Run(3, 0, 3)])


def test_the_longest_common_subsequence_is_found_between_anchors() -> None:
    assert equal_runs("abab1abab", "aabb1bbaa") != []
    assert sum(run.length for run in equal_runs("abcabba", "cbabac")) == 4


def test_texts_without_a_common_line_have_no_runs() -> None:
    assert equal_runs("abc", "xyz") == []
    assert equal_runs("", "xyz") == []


@given(LINES, LINES)
def test_runs_are_equal_lines_in_rising_order(old: list[str], new: list[str]) -> None:
    left = right = -1
    for run in equal_runs(old, new):
        assert run.length > 0
        assert (run.left, run.right) != (left, right)
        assert run.left >= left
        assert run.right >= right
        left, right = run.left + run.length, run.right + run.length
        assert old[run.left : left] == new[run.right : right]
    assert left <= len(old)
    assert right <= len(new)


@given(LINES)
def test_a_text_is_all_equal_to_itself(lines: list[str]) -> None:
    assert sum(run.length for run in equal_runs(lines, list(lines))) == len(lines)
