"""Messages are cut out of lines, however they arrive and however broken they are."""

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from architect.jsonrpc.framing import BrokenFrame
from architect.jsonrpc.json_bodies import encoded, message_of
from architect.jsonrpc.json_lines import LineDecoder, as_line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
TOO_LONG = "a message is over the limit of 9 bytes"


def fed(*pieces: bytes, decoder: LineDecoder | None = None) -> list[bytes | str]:
    """The bodies that come out, and the reasons of what is broken."""
    decoder = decoder or LineDecoder()
    found = [frame for piece in pieces for frame in decoder.feed(piece)]
    return [one.reason if isinstance(one, BrokenFrame) else bytes(one) for one in found]


def one_by_one(stream: bytes) -> list[bytes]:
    return [stream[at : at + 1] for at in range(len(stream))]


@given(messages=st.lists(JSON), cuts=st.lists(st.integers(0, 400)))
def test_messages_come_out_whole_wherever_the_stream_is_cut(
    messages: list[object], cuts: list[int]
) -> None:
    stream = b"".join(as_line(encoded(message)) for message in messages)
    places = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    decoder = LineDecoder()
    frames = [frame for a, b in pairwise(places) for frame in decoder.feed(stream[a:b])]
    assert [message_of(frame) for frame in frames] == messages


def test_either_line_end_ends_a_message_and_empty_lines_are_none() -> None:
    stream = b'\n\r\n{"a": 1}\r\n \t\n[]\n\n'
    assert fed(stream) == fed(*one_by_one(stream)) == [b'{"a": 1}\r', b"[]"]
    assert message_of(LineDecoder().feed(stream)[0]) == {"a": 1}


def test_what_is_no_json_is_told_and_the_next_line_is_read() -> None:
    frames = LineDecoder().feed(b'hello\n{"a":\n"\xff\xfe"\n' + b"[" * 100_000 + b'\n{"next": 1}\n')
    told = [message_of(frame) for frame in frames]
    assert told[-1] == {"next": 1}
    assert all(isinstance(one, BrokenFrame) for one in told[:-1])
    reasons = [one.reason.split(":")[0] for one in told[:-1]]
    assert reasons == ["not JSON in UTF-8"] * 4


def test_a_line_over_the_limit_is_told_once_and_the_next_one_is_read() -> None:
    stream = b"[1]\n" + b"x" * 10 + b"\n[2]\n" + b"y" * 1000 + b"\r\n123456789\n"
    expected = [b"[1]", TOO_LONG, b"[2]", TOO_LONG, b"123456789"]
    assert fed(stream, decoder=LineDecoder(9)) == expected
    assert fed(*one_by_one(stream), decoder=LineDecoder(9)) == expected


def test_a_line_over_the_limit_takes_no_memory() -> None:
    decoder = LineDecoder(1 << 20)
    found = [decoder.feed(b"x" * 65_536) for _ in range(64)]
    assert sum(map(len, found)) == 1
    assert decoder.feed(b"\n[1]\n") == [b"[1]"]


def test_a_large_line_and_many_small_ones_take_time_in_proportion_to_their_size() -> None:
    def seconds(size: int, piece: bytes) -> float:
        decoder = LineDecoder()
        began = time.process_time()
        for _ in range(size // len(piece)):
            decoder.feed(piece)
        decoder.feed(b"\n")
        return time.process_time() - began

    for piece in (b"x" * 65_536, b"[]\n" * 21_845):
        # Eight times the size would take 64 times as long if each piece copied what is there.
        small = max(min(seconds(1 << 20, piece) for _ in range(3)), 0.005)
        assert seconds(8 << 20, piece) < 32 * small
