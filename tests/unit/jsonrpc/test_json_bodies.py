"""JSON is read in steps, with the same result as in one."""

import json
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.table import table

from architect.jsonrpc.framing import BrokenFrame
from architect.jsonrpc.json_bodies import (
    LARGE_BYTES,
    PIECE_BYTES,
    decoded,
    encoded,
    message_of,
)

PADDING = "x" * LARGE_BYTES

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(value=json_values, ascii_only=st.booleans())
@settings(max_examples=40)
def test_a_large_message_means_what_it_says(value: Any, ascii_only: bool) -> None:
    message = [value, {"text": PADDING, "more": value}, PADDING + "\n", value]
    assert decoded(json.dumps(message, ensure_ascii=ascii_only).encode()) == message


CUT = ["\n", '"', "\\", "\\\\u0041", "é", "\u2028", "🦆", "\x7f", "\\ud83d\\udd86"]
HALVES = ["\ud83d", "\udd86"]
"""Half a character each: JSON can spell them, UTF-8 cannot."""


def longer_than_two_steps(text: str, shift: int, *, ascii_only: bool) -> str:
    octets = json.dumps(text, ensure_ascii=ascii_only)[1:-1].encode("utf-8", "surrogatepass")
    return "a" * shift + text * (2 * PIECE_BYTES // len(octets) + 5)


@table("shift", range(13))
@table("ascii_only", [True, False])
def test_no_character_is_cut_between_two_steps(ascii_only: bool, shift: int) -> None:
    texts = CUT + HALVES if ascii_only else CUT
    message = {text: longer_than_two_steps(text, shift, ascii_only=ascii_only) for text in texts}
    assert decoded(json.dumps(message, ensure_ascii=ascii_only).encode()) == message


@table("shift", range(13))
@table("text", HALVES)
def test_half_a_character_as_bytes_is_broken_wherever_it_stands(text: str, shift: int) -> None:
    long = longer_than_two_steps(text, shift, ascii_only=False)
    body = json.dumps({"text": long, "tail": PADDING}, ensure_ascii=False)
    assert isinstance(message_of(body.encode("utf-8", "surrogatepass")), BrokenFrame)


def test_other_threads_get_their_turn_while_a_large_message_is_read() -> None:
    text = 'print("line", 1)\n' * 1_500_000
    body = json.dumps({"text": text}).encode()
    results: list[Any] = []
    reading = threading.Thread(target=lambda: results.append(decoded(body)))
    reading.start()
    turns = 0
    while reading.is_alive():
        reading.join(0.001)
        turns += 1
    # Two or three if the whole message were read in one step.
    assert turns > 20
    assert results == [{"text": text}]


def test_a_lone_surrogate_at_the_end_of_a_long_string_is_kept() -> None:
    body = b'{"text":"' + PADDING.encode() + b'\\ud83d"}'
    assert decoded(body) == {"text": PADDING + "\ud83d"}


def test_a_long_key_and_many_short_values_are_read() -> None:
    message = {PADDING: 1, "many": [{"a": n, "b": "text"} for n in range(60_000)]}
    assert decoded(json.dumps(message).encode()) == message


@table(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b'"\xff"',
        b"\xef\xbb\xbf{}",
        b"[" * 100_000,
        b'{"a": ' * 100_000 + b"1" + b"}" * 100_000,
        b'"' + b"x" * LARGE_BYTES,
        b'"' + b"x" * LARGE_BYTES + b'\\u12"',
        b'"' + b"x" * LARGE_BYTES + b'\\q"',
        b'"' + b"x" * LARGE_BYTES + b'\xff"',
        b'"' + b"x" * LARGE_BYTES + b'\n"',
        b'["' + b"x" * LARGE_BYTES + b'",',
        b"[" * 2 * LARGE_BYTES,
        b"9" * 5_000,
    ],
)
def test_what_is_no_json_is_broken(body: bytes) -> None:
    assert isinstance(message_of(body), BrokenFrame)


@given(value=json_values)
@settings(max_examples=40)
def test_what_is_written_can_be_read(value: Any) -> None:
    assert decoded(encoded(value)) == value


def test_odd_characters_are_written_as_question_marks() -> None:
    assert encoded({"a": "é\ud800"}) == '{"a":"é?"}'.encode()


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), float("inf"), b"", object(), {(1,): 2}])
def test_what_is_no_json_value_is_not_written(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        encoded({"deep": [value]})


def test_what_contains_itself_is_not_written() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(ValueError, match="Circular"):
        encoded(value)
