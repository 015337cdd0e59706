"""Many changes at once must lead where the same changes lead one by one."""

from itertools import pairwise
from operator import attrgetter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.reference_editor import ENCODINGS, LINE_ENDS

from architect.domain.text import many_changes
from architect.domain.text.many_changes import after_many
from architect.domain.text.positions import (
    Encoding,
    LineEnds,
    LineIndex,
    Position,
    Range,
    as_in_editor,
)
from architect.domain.text.text_changes import TextChange

_TEXTS = st.text(alphabet="ab\r\n\u00e9\u6f22\U0001f600\udcc3\udca9\ud83d\ude00", max_size=30)
_POSITIONS = st.builds(Position, st.integers(0, 6), st.integers(-1, 12))
_CHANGES = st.lists(
    st.builds(TextChange, st.builds(Range, _POSITIONS, _POSITIONS), _TEXTS.map(lambda t: t[:4])),
    max_size=8,
)
_ON_ONE_LINE = st.builds(Position, st.just(0), st.integers(0, 12))
_ALONG_A_LINE = st.lists(
    st.builds(
        TextChange,
        st.builds(Range, _ON_ONE_LINE, _ON_ONE_LINE),
        st.sampled_from(["", "a", "bb", "\u00e9", "\U0001f600", "\ud83d", "\ude00", "\udcc3"]),
    ),
    max_size=8,
)


_HALVES = frozenset("\ud83d\ude00")
_text = attrgetter("text")


def one_by_one(
    text: str, changes: list[TextChange], encoding: Encoding, line_ends: LineEnds
) -> str:
    lines = LineIndex(text, encoding, line_ends=line_ends)
    for change in changes:
        start, end = sorted(
            (lines.offset_of(change.range.start), lines.offset_of(change.range.end))
        )
        lines = lines.replaced(start, end, change.text)
    return lines.text


@pytest.mark.parametrize("longest", [0, 5, 4096])
@given(
    text=_TEXTS,
    changes=_CHANGES | _ALONG_A_LINE,
    encoding=st.sampled_from(ENCODINGS),
    line_ends=st.sampled_from(LINE_ENDS),
)
def test_they_lead_where_one_by_one_leads(
    longest: int, text: str, changes: list[TextChange], encoding: Encoding, line_ends: LineEnds
) -> None:
    text = as_in_editor(text, encoding)
    # Halves of surrogate pairs cannot come from an editor that counts bytes.
    assume(
        encoding != "utf-8" or not any(_HALVES & {*each} for each in (text, *map(_text, changes)))
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many_changes, "_LONG", longest)
        together = after_many(LineIndex(text, encoding, line_ends=line_ends), changes).text
    assert together == one_by_one(text, changes, encoding, line_ends)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("step", [-1, 1])
def test_a_word_replaced_everywhere_in_one_long_line(encoding: Encoding, step: int) -> None:
    """As editors do it: from the last place to the first, or each place where it is by then."""
    text, new = "x=\u00e9;" * 2000, "yyy"
    size = {"utf-8": 5, "utf-16": 4, "utf-32": 4}[encoding]
    places = [(size + 2 * (step > 0)) * number for number in range(2000)][::step]
    changes = [TextChange(Range(Position(0, at), Position(0, at + 1)), new) for at in places]
    assert all(first != second for first, second in pairwise(changes))
    assert after_many(LineIndex(text, encoding), changes).text == text.replace("x", new)
