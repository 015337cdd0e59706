import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from architect.adapters.shell.output_capture import BYTES_PER_LINE, OutputCapture


def captured(*chunks: bytes, head_lines: int = 4, tail_lines: int = 2) -> str:
    capture = OutputCapture(head_lines=head_lines, tail_lines=tail_lines)
    for chunk in chunks:
        capture.feed(chunk)
    return capture.text()


def numbered(count: int) -> bytes:
    return b"".join(b"line %d\n" % number for number in range(1, count + 1))


def test_output_that_fits_is_kept_whole():
    assert captured() == ""
    assert captured(b"no newline") == "no newline"
    assert captured(numbered(6)) == numbered(6).decode()
    assert captured(numbered(5) + b"line 6") == numbered(5).decode() + "line 6"


def test_a_progress_bar_is_kept_as_it_was_in_the_end_and_takes_no_note_with_it():
    assert captured(b"get\n 1%\r 50%\r100%\nok\n") == "get\n100%\nok\n"
    assert captured(numbered(7), b"\x1b[9A\r%") == (
        "line 1\nline 2\nline 3\nline 4\n[... 2 lines left out ...]\n%ine 7\n"
    )


def test_the_middle_of_long_output_is_left_out_with_a_note():
    assert captured(numbered(7)) == (
        "line 1\nline 2\nline 3\nline 4\n[... 1 line left out ...]\nline 6\nline 7\n"
    )
    assert captured(numbered(100)) == (
        "line 1\nline 2\nline 3\nline 4\n[... 94 lines left out ...]\nline 99\nline 100\n"
    )


def test_a_last_line_without_newline_is_a_line():
    assert captured(numbered(100) + b"end").endswith("[... 95 lines left out ...]\nline 100\nend")


def test_a_line_that_does_not_end_is_cut():
    text = captured(b"x" * 1_000_000)

    kept = 6 * BYTES_PER_LINE
    assert text.count("x") == kept
    assert f"\n[... {1_000_000 - kept} bytes left out ...]\n" in text


def test_few_long_lines_are_cut_between_lines_where_that_loses_little():
    line = b"y" * 250 + b"\n"

    text = captured(line * 50)

    assert text == (line.decode() * 3 + "[... 46 lines left out ...]\n" + line.decode())


def test_a_cut_through_a_character_shows_no_broken_character():
    text = captured("€".encode() * 100_000)

    assert "\ufffd" not in text
    assert text.startswith("€€")
    assert text.endswith("€€")


def test_bytes_that_are_not_utf8_are_replaced():
    assert captured(b"caf\xe9\n") == "caf\ufffd\n"


def test_a_character_that_comes_in_two_chunks_is_whole():
    first, second = "é".encode()[:1], "é".encode()[1:]

    assert captured(first, second) == "é"


def test_an_endless_stream_costs_no_memory():
    capture = OutputCapture(head_lines=100, tail_lines=50)
    chunks = [b"y\n" * 32_768, b"z" * 65_536, numbered(5_000)]
    tracemalloc.start()
    try:
        for number in range(3_000):
            capture.feed(chunks[number % 3])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 1_000_000
    assert len(capture.text()) < 150 * BYTES_PER_LINE + 100


_PIECES = st.one_of(
    st.binary(max_size=20), st.sampled_from([b"\n", b"x" * 90, b"y" * 250 + b"\n", "é".encode()])
)


@given(st.lists(_PIECES, max_size=60), st.integers(1, 5), st.integers(1, 5))
def test_the_result_does_not_depend_on_how_the_output_is_chopped(
    chunks: list[bytes], head_lines: int, tail_lines: int
):
    whole = captured(b"".join(chunks), head_lines=head_lines, tail_lines=tail_lines)

    assert captured(*chunks, head_lines=head_lines, tail_lines=tail_lines) == whole


@given(st.text(alphabet="ab\n", max_size=60), st.integers(1, 5), st.integers(1, 5))
def test_short_lines_are_kept_from_the_start_and_the_end(
    output: str, head_lines: int, tail_lines: int
):
    lines = output.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]
    left_out = len(lines) - head_lines - tail_lines
    noun = "line" if left_out == 1 else "lines"
    expected = (
        output
        if left_out <= 0
        else "".join(lines[:head_lines])
        + f"[... {left_out} {noun} left out ...]\n"
        + "".join(lines[-tail_lines:])
    )

    assert captured(output.encode(), head_lines=head_lines, tail_lines=tail_lines) == expected
