import asyncio

from architect.adapters.shell.live_output import MOST_BYTES, LiveOutput


def shown(*chunks: bytes) -> list[str]:
    """The pieces that are shown when all chunks come at once."""

    async def feed() -> list[str]:
        pieces: list[str] = []
        live = LiveOutput(pieces.append)
        for chunk in chunks:
            live.feed(chunk)
        live.close()
        return pieces

    return asyncio.run(feed())


def test_the_first_piece_is_shown_at_once_and_the_rest_together():
    assert shown(b"one\n", b"two\n", b"three\n") == ["one\n", "two\nthree\n"]


def test_a_line_that_is_drawn_anew_is_shown_as_it_is_then():
    assert shown(b"1%", b"\r2%", b"\r\x1b[K3%") == ["1%", "\r3%\r"]


def test_what_waits_is_shown_without_more_output():
    async def feed() -> list[str]:
        pieces: list[str] = []
        complete = asyncio.Event()

        def show(text: str) -> None:
            pieces.append(text)
            if text == "two":
                complete.set()

        live = LiveOutput(show)
        live.feed(b"one")
        live.feed(b"two")
        async with asyncio.timeout(60):
            await complete.wait()
        live.close()
        return pieces

    assert asyncio.run(feed()) == ["one", "two"]


def test_of_a_flood_only_the_newest_part_is_shown():
    pieces = shown(b"first", *[b"x" * 1_000] * 1_000, b"last")

    assert len(pieces) == 2
    assert len(pieces[1]) <= MOST_BYTES
    assert pieces[1].endswith("xlast")


def test_a_character_that_comes_in_two_chunks_is_whole():
    assert shown("é".encode()[:1], "é".encode()[1:]) == ["é"]


def test_bytes_that_are_not_utf8_are_replaced():
    assert shown(b"caf\xe9!") == ["caf\ufffd!"]
    assert shown(b"caf\xc3") == ["caf", "\ufffd"]
