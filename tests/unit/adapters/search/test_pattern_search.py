import asyncio
from collections.abc import Sequence

import pytest

from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.domain.errors import SearchFault


def first_matches(patterns: Sequence[str], text: str, **more: float) -> Sequence[int | None]:
    return asyncio.run(BoundedPatternSearch(**more).first_matches(patterns, text))


@pytest.mark.parametrize("wild", ["(b+)+c", "(?:b|b)+c"])
def test_tame_and_wild_patterns_find_the_same_way_in_their_order(wild: str) -> None:
    patterns = ["^b", wild, "nothing", "(n+)+o", "a$"]
    assert first_matches(patterns, "a\nbbc\n") == [2, 2, None, None, 0]


def test_a_text_that_is_too_long_to_be_searched_here_is_searched_elsewhere() -> None:
    assert first_matches(["a*b", "é"], "x" * 10_000 + "éb") == [10_001, 10_000]


def test_a_pattern_that_explodes_is_given_up() -> None:
    with pytest.raises(SearchFault, match=r"took longer than 0\.2 s"):
        first_matches(["(x+)+y"], "x" * 60, timeout_s=0.2)


@pytest.mark.parametrize("pattern", ["(", "(x+)+("])
def test_what_is_no_pattern_is_named(pattern: str) -> None:
    with pytest.raises(SearchFault, match="no regular expression"):
        first_matches([pattern], "x")
