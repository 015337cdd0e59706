import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.text.fitting import byte_size
from architect.execution.result_limit import fit_result

ROOM_FOR_THE_NOTE = 120


def numbered(count: int) -> str:
    return "".join(f"line {number}\n" for number in range(1, count + 1))


def test_what_fits_stays_as_it_is() -> None:
    text = numbered(80)
    assert fit_result(text, 700) == text


def test_a_long_result_keeps_whole_lines_at_both_ends() -> None:
    kept = fit_result(numbered(10_000), 200).split("\n")
    assert kept == [
        *(f"line {number}" for number in range(1, 14)),
        "[... 9978 lines left out: ask for less, or for a part ...]",
        *(f"line {number}" for number in range(9_992, 10_001)),
        "",
    ]


def test_characters_that_only_look_like_line_ends_do_not_count_as_lines() -> None:
    text = "\x0c".join(["page"] * 50) + "\n" + "\u2028".join(["line"] * 50)
    assert fit_result(text, 10_000) == text
    assert "lines left out" not in fit_result(text, 400)


def test_one_endless_line_is_cut_in_the_middle() -> None:
    kept = fit_result("a" * 10_000 + "z" * 10_000, 400)
    assert kept.startswith("a" * 200)
    assert kept.endswith("z" * 200)
    assert "[... 19600 characters left out ...]" in kept


def test_few_lines_that_are_too_long_together_are_cut_in_the_middle() -> None:
    kept = fit_result(("x" * 5_000 + "\n") * 10, 4_000)
    assert "characters left out" in kept


@pytest.mark.parametrize("letter", ["a", "é", "本", "🙂", "\ud800"])
def test_letters_of_any_size_are_cut_down_to_the_limit(letter: str) -> None:
    kept = fit_result(letter * 50_000, 4_000)
    assert byte_size(kept) <= 4_000 + ROOM_FOR_THE_NOTE


@given(
    st.text(st.characters(), max_size=60).flatmap(
        lambda text: st.integers(1, 60).map(lambda times: text * times)
    ),
    st.integers(400, 1_200),
)
def test_no_result_is_longer_than_the_limit_and_a_note(text: str, limit: int) -> None:
    assert byte_size(fit_result(text, limit)) <= limit + ROOM_FOR_THE_NOTE


@given(st.text(max_size=500), st.integers(400, 800))
def test_both_ends_of_a_result_survive(text: str, limit: int) -> None:
    kept = fit_result(text * 20, limit)
    assert kept[:20] == (text * 20)[:20]
    assert kept[-20:] == (text * 20)[-20:]
