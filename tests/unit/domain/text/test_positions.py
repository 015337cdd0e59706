import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.reference_editor import ENCODINGS, LINE_ENDS, ReferenceEditor, units_of
from tests.support.table import table

from architect.domain.text.positions import (
    Encoding,
    LineEnds,
    LineIndex,
    Position,
    width,
)


def offset_of(text: str, position: Position, encoding: Encoding) -> int:
    return LineIndex(text, encoding).offset_of(position)


def position_of(text: str, offset: int, encoding: Encoding) -> Position:
    return LineIndex(text, encoding).position_of(offset)


TEXT = "a\r\nb\rc\n\x0cd\u2028e\x85f"


@table("encoding", ENCODINGS)
@table(
    ("position", "offset"),
    [
        (Position(0, 0), 0),
        (Position(0, 1), 1),
        (Position(1, 0), 3),
        (Position(2, 0), 5),
        (Position(3, 0), 7),
        (Position(3, 2), 9),
    ],
)
def test_lines_end_at_lf_crlf_and_cr_only(
    encoding: Encoding, position: Position, offset: int
) -> None:
    assert offset_of(TEXT, position, encoding) == offset
    assert position_of(TEXT, offset, encoding) == position


@pytest.mark.parametrize(
    ("encoding", "units"), [("utf-8", [1, 2, 3, 4]), ("utf-16", [1, 1, 1, 2]), ("utf-32", [1] * 4)]
)
def test_characters_count_in_the_units_of_the_encoding(
    encoding: Encoding, units: list[int]
) -> None:
    text = "aé漢😀"
    for length in range(5):
        place = Position(0, sum(units[:length]))
        assert offset_of(text, place, encoding) == length
        assert position_of(text, length, encoding) == place


@table("encoding", ENCODINGS)
@table(
    ("place", "offset"),
    [
        (Position(0, 99), 2),
        (Position(1, 99), 6),
        (Position(2, 99), 8),
        (Position(3, 0), 8),
        (Position(99, 0), 8),
        (Position(2**31 - 1, 2**31 - 1), 8),
        (Position(-1, -1), 0),
    ],
)
def test_a_place_that_is_not_there_is_moved_back(
    encoding: Encoding, place: Position, offset: int
) -> None:
    assert offset_of("ab\r\nüx\nz", place, encoding) == offset


@pytest.mark.parametrize("character", [1, 2, 3])
def test_inside_a_character_of_utf_8_is_its_start(character: int) -> None:
    assert offset_of("😀b", Position(0, character), "utf-8") == 0
    assert offset_of("x😀b", Position(0, 1 + character), "utf-8") == 1


def test_between_two_surrogates_is_the_start_of_the_character() -> None:
    assert offset_of("x😀b", Position(0, 2), "utf-16") == 1


def test_between_cr_and_lf_is_the_end_of_the_line() -> None:
    assert position_of("ab\r\nc", 3, "utf-16") == Position(0, 2)
    assert LineIndex("ab\r\nc", "utf-16", piece_length=3).position_of(3) == Position(0, 2)


def test_an_editor_that_ends_lines_at_lf_only_has_the_cr_in_the_line() -> None:
    index = LineIndex("a\rb\r\nc", "utf-8", line_ends="lf")
    assert index.offset_of(Position(0, 4)) == 4
    assert index.position_of(4) == Position(0, 4)
    assert index.position_of(5) == Position(1, 0)


def test_a_byte_that_is_not_utf_8_is_one_unit_and_another_lone_surrogate_three() -> None:
    assert width("\udcff", "utf-8") == 1
    assert width("\ud83d", "utf-8") == 3
    assert width("é\udcff\ud83d\ude00", "utf-8") == 9


def test_two_halves_that_meet_are_one_character_where_an_editor_has_utf_16() -> None:
    half = LineIndex("\ud83d|", "utf-16")
    assert half.replaced(1, 1, "\ude00").text == "😀|"
    assert LineIndex("\ud83d|", "utf-32").replaced(1, 1, "\ude00").text == "\ud83d\ude00|"


def test_bytes_that_meet_are_one_character_where_an_editor_has_utf_8() -> None:
    index = LineIndex("\udcc3|", "utf-8")
    assert index.replaced(1, 1, "\udca9").text == "é|"
    assert index.replaced(1, 1, "\ud83d\udca9").text == "\udcc3\ud83d\udca9|"


PARTS = ["a", "bc", "é", "漢", "😀", "\0", "\x0c", "\x85", "\u2028", "\ud83d", "\n", "\r\n", "\r"]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=20).map("".join)
PIECE_LENGTHS = st.integers(1, 9)


def expected_offset(text: str, place: Position, encoding: Encoding, line_ends: LineEnds) -> int:
    """By an editor that marks the place."""
    editor = ReferenceEditor(text, encoding, line_ends)
    units = editor.units_before(editor.place(place.line, place.character))
    lengths = [len(units_of(text[:length], encoding)) for length in range(len(text) + 1)]
    return lengths.index(len(units))


@pytest.mark.parametrize("line_ends", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_text_in_pieces_has_the_same_places(encoding: Encoding, line_ends: LineEnds) -> None:
    @given(TEXTS, PIECE_LENGTHS, st.integers(0, 12), st.integers(0, 20))
    def play(text: str, piece_length: int, line: int, character: int) -> None:
        index = LineIndex(text, encoding, line_ends=line_ends, piece_length=piece_length)
        place = Position(line, character)
        offset = index.offset_of(place)
        assert offset == expected_offset(text, place, encoding, line_ends)
        assert index.offset_of(index.position_of(offset)) == offset

    play()


@pytest.mark.parametrize("line_ends", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_changed_text_in_pieces_is_like_a_new_one(
    encoding: Encoding, line_ends: LineEnds
) -> None:
    change = st.tuples(st.integers(0, 40), st.integers(0, 30), TEXTS)

    @given(TEXTS, PIECE_LENGTHS, st.lists(change, max_size=8))
    def play(text: str, piece_length: int, changes: list[tuple[int, int, str]]) -> None:
        index = LineIndex(text, encoding, line_ends=line_ends, piece_length=piece_length)
        for start, length, new in changes:
            start = min(start, len(text))
            end = min(start + length, len(text))
            index = index.replaced(start, end, new)
            text = text[:start] + new + text[end:]
        anew = LineIndex(text, encoding, line_ends=line_ends)
        assert index.text == text
        for offset in range(len(text) + 1):
            assert index.position_of(offset) == anew.position_of(offset)
        for line in range(len(text) + 2):
            assert index.offset_of(Position(line, 3)) == anew.offset_of(Position(line, 3))

    play()
