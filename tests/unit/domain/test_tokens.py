from hypothesis import given
from hypothesis import strategies as st

from architect.domain.tokens import estimate_tokens


def test_four_bytes_are_a_token_and_a_rest_is_one_more() -> None:
    assert [estimate_tokens("x" * length) for length in (0, 1, 4, 5, 8)] == [0, 1, 1, 2, 2]


def test_letters_of_several_bytes_count_as_their_bytes() -> None:
    assert estimate_tokens("日本語") == 3
    assert estimate_tokens("é" * 4) == 2


def test_a_lone_surrogate_can_be_counted() -> None:
    assert estimate_tokens("\ud800") == 1


@given(st.text(), st.text())
def test_an_estimate_never_shrinks_when_text_is_added(text: str, more: str) -> None:
    together = estimate_tokens(text + more)
    assert max(estimate_tokens(text), estimate_tokens(more)) <= together
    assert together <= estimate_tokens(text) + estimate_tokens(more)
