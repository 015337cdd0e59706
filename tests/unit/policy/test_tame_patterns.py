import pytest

from architect.policy.tame_patterns import tame_characters


@pytest.mark.parametrize("pattern", [r"print\(", "TODO|FIXME", r"\beval\b", "[*+]", r"a\*b\+"])
def test_a_pattern_without_repeats_is_searched_for_in_long_texts(pattern: str) -> None:
    assert tame_characters(pattern) == 200_000


@pytest.mark.parametrize("pattern", [r"except:\s*pass", "import .*", r"^\s+print", "[^)]*x"])
def test_a_pattern_with_one_repeat_is_searched_for_in_short_texts(pattern: str) -> None:
    assert tame_characters(pattern) == 3_000


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a|a)*b",
        ".*a.*b",
        r"(a)\1",
        "(?P<x>a)(?P=x)",
        "(ab){2,}",
        "a{1,9}b{1,9}",
        "a?" * 20 + "a" * 20,
        "(a|b)" * 20,
    ],
)
def test_everything_else_is_searched_for_where_it_can_be_ended(pattern: str) -> None:
    assert tame_characters(pattern) == 0
