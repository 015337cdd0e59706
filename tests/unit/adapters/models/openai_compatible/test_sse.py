import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.adapters.models.openai_compatible.sse import SseParser, looks_like_events


def parse(*pieces: bytes) -> list[str]:
    parser = SseParser()
    events = [event for piece in pieces for event in parser.feed(piece)]
    return [*events, *parser.end()]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_ends_a_line(end: bytes) -> None:
    assert parse(b"data: a" + end + end + b"data: b" + end + end) == ["a", "b"]


def test_comments_and_other_fields_are_skipped() -> None:
    assert parse(b": ping\n\nevent: x\nid: 1\nretry: 5\ndata: a\n\n: ping\n\n") == ["a"]


def test_several_data_lines_are_one_event() -> None:
    assert parse(b"data: a\ndata:\ndata: b\n\n") == ["a\n\nb"]


def test_only_one_blank_after_the_colon_is_no_data() -> None:
    assert parse(b"data:a\n\ndata:  b\n\n") == ["a", " b"]


def test_a_line_separator_within_the_data_ends_nothing() -> None:
    assert parse("data: a\u2028b\u0085c\n\n".encode()) == ["a\u2028b\u0085c"]


def test_an_event_without_its_blank_line_counts_at_the_end() -> None:
    assert parse(b"data: a\n\ndata: b") == ["a", "b"]


def test_an_event_is_there_as_soon_as_its_blank_line_is() -> None:
    parser = SseParser()
    assert list(parser.feed(b"data: a\r\n\r")) == ["a"]
    assert list(parser.feed(b"\ndata: b\r\n\r\n")) == ["b"]


def test_a_byte_order_mark_is_no_data() -> None:
    assert parse(b"\xef\xbb\xbfdata: a\n\n") == ["a"]


@given(st.data())
def test_it_does_not_matter_where_the_bytes_are_cut(data: st.DataObject) -> None:
    stream = "data: grüße \U0001f30d\r\n\r\n: x\rdata: b\r\ndata: c\n\r\ndata: d\r\r".encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    bounds = [0, *cuts, len(stream)]
    pieces = [stream[a:b] for a, b in itertools.pairwise(bounds)]
    assert parse(*pieces) == ["grüße \U0001f30d", "b\nc", "d"]


def test_a_line_of_many_pieces_is_put_together() -> None:
    pieces = [b"data: ", *[b"x" * 1_000] * 5_000, b"\n\n"]
    [event] = parse(*pieces)
    assert len(event) == 5_000_000


@pytest.mark.parametrize(
    ("start", "events"),
    [
        (b"data: {}", True),
        (b"\xef\xbb\xbf\r\n: ping", True),
        (b"event: x\ndata: {}", True),
        (b'{"data": 1}', False),
        (b"<html>data:", False),
        (b"database: x", False),
        (b"", False),
    ],
)
def test_a_stream_is_known_by_how_it_starts(start: bytes, events: bool) -> None:
    assert looks_like_events(start) is events
