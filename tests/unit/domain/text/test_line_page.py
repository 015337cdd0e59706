"""A page of a text is the same wherever the text is cut into pieces."""

from itertools import pairwise, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.errors import NotTextError
from architect.domain.text.file_text import decode_pieces, split_lines
from architect.domain.text.line_page import (
    LONGEST_LINE,
    MOST_CHARACTERS,
    LinePage,
    PageLine,
    page_of,
)


def shown(page: LinePage) -> list[str]:
    return [line.text + line.end for line in page.lines]


@given(
    text=st.text(st.sampled_from("ab\r\n\x0c\u2028é"), max_size=60),
    cuts=st.lists(st.integers(0, 60), max_size=8),
    first=st.integers(1, 12),
    count=st.integers(1, 8),
)
def test_a_page_is_a_part_of_the_lines(text: str, cuts: list[int], first: int, count: int) -> None:
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    lines = split_lines(text)
    page = page_of(pieces, first=first, count=count)
    assert (shown(page), page.total) == (lines[first - 1 : first - 1 + count], len(lines))


@given(
    text=st.text(st.sampled_from("a\r\né✓🙂"), max_size=40),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    size=st.integers(4, 9),
)
def test_bytes_may_be_cut_anywhere(text: str, encoding: str, size: int) -> None:
    content = text.encode(encoding)
    pieces = [content[start : start + size] for start in range(0, len(content), size)]
    assert "".join(decode_pieces(pieces)) == text


def test_of_a_long_line_the_start_is_kept_and_the_rest_is_counted() -> None:
    page = page_of(["x" * 3_000, "y" * 3_000, "y\r", "\nnext"], first=1, count=9)
    assert page == LinePage(
        (PageLine("x" * 3_000 + "y" * 1_000, "\r\n", hidden=2_001), PageLine("next", "")), 1, 2
    )
    assert LONGEST_LINE == 4_000


def test_a_page_ends_before_the_line_that_is_too_much() -> None:
    page = page_of(["x" * 999 + "\n"] * 300, first=2, count=300)
    assert len(page.lines) == MOST_CHARACTERS // 999
    assert page.total == 300


def test_a_page_behind_the_end_has_no_lines() -> None:
    assert page_of(["a\nb\n"], first=3, count=1) == LinePage((), 3, 2)
    assert page_of([], first=1, count=1) == LinePage((), 1, 0)


def test_the_lines_of_a_text_without_end_are_not_counted_for_ever() -> None:
    pieces = repeat("a\n" * 1_000_000)
    assert page_of(pieces, first=2, count=1) == LinePage((PageLine("a", "\n"),), 2, None)


@pytest.mark.parametrize(
    "pieces",
    [
        [b"text\n" * 100, b"\0"],
        [b"caf\xe9"],
        [b"a" * 40, b"\xe9" * 10],
        [b"\xff\xfea"],
        [b"a" * 100 + b"\x01\xe9"],
    ],
)
def test_what_is_not_text_is_refused_wherever_that_shows(pieces: list[bytes]) -> None:
    with pytest.raises(NotTextError):
        list(decode_pieces(pieces))


def test_a_few_foreign_bytes_are_shown_as_such() -> None:
    pieces = decode_pieces([b"a long enough line, caf\xe9\n"])
    assert shown(page_of(pieces, first=1, count=1)) == ["a long enough line, caf\ufffd\n"]
