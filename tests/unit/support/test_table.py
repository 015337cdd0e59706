"""A table of cases runs every case and hides no failure."""

from pathlib import Path

import pytest
from tests.support.table import table


@table("number", [1, 2, 3])
def three_numbers(number: int, *, seen: list[int]) -> None:
    seen.append(number)
    assert number != 2, "two is wrong"
    assert number != 3


@table("number", [])
def nothing(number: int) -> None:
    """Would pass for every number."""


@table("number", [1])
def skipped(number: int) -> None:
    pytest.skip("not here")


@table("number", [1, 2])
def out_of_time(number: int) -> None:
    pytest.fail(f"Timeout (>{number}s) from pytest-timeout.")


@table(("text", "length"), [("a", 1), ("bb", 2)])
def test_a_case_may_have_several_values_and_an_empty_folder(
    text: str, length: int, tmp_path: Path
) -> None:
    assert len(text) == length
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "left").touch()


def test_all_cases_run_and_all_that_fail_are_named() -> None:
    seen: list[int] = []
    with pytest.raises(pytest.fail.Exception) as told:
        three_numbers(seen=seen)
    assert seen == [1, 2, 3]
    text = str(told.value)
    assert text.startswith("2 of 3 cases failed\n\n2\n    ")
    assert "two is wrong" in text
    assert "test_table.py:" in text
    assert "assert 3 != 3" in text


def test_an_empty_table_does_not_pass() -> None:
    with pytest.raises(AssertionError, match="the table is empty"):
        nothing()


def test_a_case_that_is_skipped_is_a_failure() -> None:
    with pytest.raises(pytest.fail.Exception, match="not here"):
        skipped()


def test_the_time_limit_of_the_test_ends_the_table() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"^Timeout \(>1s\)"):
        out_of_time()


def test_a_table_of_too_few_values_is_a_mistake_that_is_seen() -> None:
    @table(("one", "two"), [(1,)])
    def lame(one: int, two: int) -> None:
        assert one == two

    with pytest.raises(pytest.fail.Exception, match="zip"):
        lame()


def test_of_very_many_failures_all_are_named() -> None:
    @table("number", range(100))
    def wrong(number: int) -> None:
        assert number < 0

    with pytest.raises(pytest.fail.Exception) as told:
        wrong()
    lines = str(told.value).splitlines()
    assert {str(number) for number in range(100)} <= set(lines)
