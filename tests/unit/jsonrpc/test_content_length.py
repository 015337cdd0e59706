"""Messages are cut out of a stream, however it arrives and however broken it is."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.jsonrpc.content_length import (
    MAX_HEADER_BYTES,
    ContentLengthDecoder,
    with_content_length,
)
from architect.jsonrpc.framing import MAX_BODY_BYTES, BrokenFrame


def fed(*pieces: bytes) -> list[bytes | str]:
    """The bodies that come out, and the reasons of what is broken."""
    decoder = ContentLengthDecoder()
    found = [frame for piece in pieces for frame in decoder.feed(piece)]
    return [one.reason if isinstance(one, BrokenFrame) else bytes(one) for one in found]


@given(bodies=st.lists(st.binary(max_size=40)), cuts=st.lists(st.integers(0, 400)))
def test_messages_come_out_whole_wherever_the_stream_is_cut(
    bodies: list[bytes], cuts: list[int]
) -> None:
    stream = b"".join(with_content_length(body) for body in bodies)
    places = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = [stream[a:b] for a, b in pairwise(places)]
    assert fed(*pieces) == bodies


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\n\r\n",
        b"content-length:2\r\n\r\n",
        b"CONTENT-LENGTH :  2  \r\n\r\n",
        b"Content-Length: 2\n\n",
        b"Content-Length: 2\r\n\n",
        b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n",
        b"Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n",
        b'Content-Length: 2\r\nContent-Type: x; charset="UTF-8"\r\n\r\n',
        b"Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n",
        b"X-Later: y\r\nContent-Length: 2\r\n\r\n",
        b"\r\n\r\nContent-Length: 2\r\n\r\n",
        b"Content-Length: 002\r\n\r\n",
    ],
)
def test_every_usable_header_is_understood(header: bytes) -> None:
    stream = header + b"{}" + header + b"[]"
    assert fed(stream) == [b"{}", b"[]"]
    assert fed(*(stream[at : at + 1] for at in range(len(stream)))) == [b"{}", b"[]"]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b"Content-Length: -5\r\n\r\n{}", "Content-Length is '-5' instead of a number of bytes"),
        (b"Content-Length: two\r\n\r\n{}", "Content-Length is 'two' instead of a number of bytes"),
        (b"Content-Length:\r\n\r\n{}", "Content-Length is '' instead of a number of bytes"),
        (b"Content-Type: x\r\n\r\n{}", "a header without Content-Length: 'Content-Type: x'"),
        (b"hello world\r\n", "'hello world' is not a header field"),
        (
            b"Content-Length: %d\r\n\r\n{}" % (MAX_BODY_BYTES + 1),
            f"a message of {MAX_BODY_BYTES + 1} bytes is over the limit of {MAX_BODY_BYTES}",
        ),
        (
            b"Content-Length: 2\r\nContent-Type: x; charset=latin-1\r\n\r\n{}",
            "messages are in UTF-8 only, and this one is in latin-1",
        ),
        (b"x" * MAX_HEADER_BYTES, f"no header ends within {MAX_HEADER_BYTES} bytes"),
    ],
)
def test_a_broken_header_is_named_and_the_next_message_found(broken: bytes, reason: str) -> None:
    stream = broken + with_content_length(b'{"next": 1}') + with_content_length(b"[]")
    assert fed(stream) == [reason, b'{"next": 1}', b"[]"]
    assert fed(*(stream[at : at + 1] for at in range(len(stream))))[-2:] == [b'{"next": 1}', b"[]"]


def test_two_lengths_in_one_header_are_named() -> None:
    stream = b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + with_content_length(b"[]") * 2
    found = fed(stream)
    assert found[0] == "two lengths in one header: 2 and 3"
    assert found[-1] == b"[]"


def test_many_messages_at_once_come_out_in_order() -> None:
    bodies = [b"%d" % number * (number * 7) for number in range(1, 200)]
    assert fed(b"\r\n".join(with_content_length(body) for body in bodies)) == bodies


@given(noise=st.lists(st.binary(max_size=60) | st.just(b"Content-Length: 9\r\n\r\n")))
def test_noise_is_survived_and_the_decoder_goes_on(noise: list[bytes]) -> None:
    decoder = ContentLengthDecoder()
    for piece in noise:
        decoder.feed(piece)
    # Whatever length the noise claimed last, it is a small one, and garbage takes it up.
    frames = decoder.feed(b"\r\n\r\n" + b"x" * 2 * MAX_HEADER_BYTES + with_content_length(b"last"))
    assert frames[-1] == b"last"


def test_a_stretch_of_noise_is_told_once() -> None:
    assert len(fed(*[b"noise without end\r\n\r\n"] * 1000)) == 1


def test_a_large_body_takes_time_in_proportion_to_its_size() -> None:
    def seconds(size: int) -> float:
        decoder, piece = ContentLengthDecoder(), b"x" * 65_536
        began = time.process_time()
        decoder.feed(b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(size // len(piece)):
            frames = decoder.feed(piece)
        assert len(frames) == 1  # pyright: ignore[reportPossiblyUnboundVariable]
        return time.process_time() - began

    # Eight times the size would take 64 times as long if each piece copied what is there.
    small = max(min(seconds(16 << 20) for _ in range(3)), 0.005)
    # The best of three, as the memory for the first one has to be found.
    assert min(seconds(128 << 20) for _ in range(3)) < 32 * small
