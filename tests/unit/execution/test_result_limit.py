import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.tokens import estimate_tokens
from architect.execution.result_limit import HEAD_LINES, TAIL_LINES, fit_result

ROOM_FOR_THE_NOTE = 30


def numbered(count: int) -> str:
    return "".join(f"line {number}\n" for number in range(1, count + 1))


def test_what_fits_stays_as_it_is() -> None:
    text = numbered(80)
    assert fit_result(text, 2_000) == text


def test_a_long_result_keeps_its_first_40_and_last_20_lines() -> None:
    kept = fit_result(numbered(10_000), 2_000).split("\n")
    assert kept[:HEAD_LINES] == [f"line {number}" for number in range(1, 41)]
    assert kept[-TAIL_LINES - 1 : -1] == [f"line {number}" for number in range(9_981, 10_001)]
    assert kept[HEAD_LINES] == "[... 9940 lines left out: ask for less, or for a part ...]"


def test_characters_that_only_look_like_line_ends_do_not_count_as_lines() -> None:
    text = "\x0c".join(["page"] * 50) + "\n" + "\u2028".join(["line"] * 50)
    assert fit_result(text, 10_000) == text
    assert "lines left out" not in fit_result(text, 100)


def test_one_endless_line_is_cut_in_the_middle() -> None:
    kept = fit_result("a" * 10_000 + "z" * 10_000, 100)
    assert kept.startswith("a" * 200)
    assert kept.endswith("z" * 200)
    assert "[... 19600 characters left out ...]" in kept


def test_few_lines_that_are_too_long_together_are_cut_in_the_middle() -> None:
    kept = fit_result(("x" * 5_000 + "\n") * 10, 1_000)
    assert "characters left out" in kept


@pytest.mark.parametrize("letter", ["a", "é", "本", "🙂", "\ud800"])
def test_letters_of_any_size_are_cut_down_to_the_limit(letter: str) -> None:
    kept = fit_result(letter * 50_000, 1_000)
    assert estimate_tokens(kept) <= 1_000 + ROOM_FOR_THE_NOTE


@given(
    st.text(st.characters(), max_size=60).flatmap(
        lambda text: st.integers(1, 60).map(lambda times: text * times)
    ),
    st.integers(100, 300),
)
def test_no_result_is_longer_than_the_limit_and_a_note(text: str, limit: int) -> None:
    assert estimate_tokens(fit_result(text, limit)) <= limit + ROOM_FOR_THE_NOTE


@given(st.text(max_size=500), st.integers(100, 200))
def test_both_ends_of_a_result_survive(text: str, limit: int) -> None:
    kept = fit_result(text * 20, limit)
    assert kept[:20] == (text * 20)[:20]
    assert kept[-20:] == (text * 20)[-20:]
