"""Bodies that were compressed on the way: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1."""

import zlib
from collections.abc import Sequence
from typing import Protocol

TAKEN = "gzip, deflate"
"""What a server may use."""

_MOST_OF_PIECE = 100_000_000
"""What one piece that came may become: gzip makes it a thousand times as long, and again if it
was applied twice.
"""

_GZIP = 16 + zlib.MAX_WBITS


class Decoder(Protocol):
    """Raises `zlib.error` at what is not in its coding."""

    def decode(self, piece: bytes) -> bytes: ...

    def end(self) -> bytes: ...


class Identity:
    def decode(self, piece: bytes) -> bytes:
        return piece

    def end(self) -> bytes:
        return b""


class Inflate:
    """What `gzip` and `deflate` made; the latter comes with and without the header of zlib."""

    def __init__(self, *, gzip: bool) -> None:
        self._inflate = zlib.decompressobj(_GZIP if gzip else zlib.MAX_WBITS)
        self._may_be_raw = not gzip

    def decode(self, piece: bytes) -> bytes:
        may_be_raw, self._may_be_raw = self._may_be_raw, False
        try:
            return self._inflated(piece)
        except zlib.error:
            if not may_be_raw:
                raise
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            return self._inflated(piece)

    def end(self) -> bytes:
        return self._inflate.flush()

    def _inflated(self, piece: bytes) -> bytes:
        text = self._inflate.decompress(piece, _MOST_OF_PIECE)
        if self._inflate.unconsumed_tail:
            raise zlib.error("what it holds is too long to be meant")
        return text


class Chain:
    """Several codings; the last one that was applied comes off first."""

    def __init__(self, decoders: Sequence[Decoder]) -> None:
        self._decoders = decoders

    def decode(self, piece: bytes) -> bytes:
        for decoder in self._decoders:
            piece = decoder.decode(piece)
        return piece

    def end(self) -> bytes:
        rest = b""
        for decoder in self._decoders:
            rest = (decoder.decode(rest) if rest else b"") + decoder.end()
        return rest


def decoder_for(content_encoding: str) -> Decoder:
    """The decoder for a header Content-Encoding; what nobody asked for stays as it is."""
    names = [name.strip().lower() for name in content_encoding.split(",")]
    known = [name for name in names if name in ("gzip", "x-gzip", "deflate")]
    decoders = [Inflate(gzip=name != "deflate") for name in reversed(known)]
    match decoders:
        case []:
            return Identity()
        case [only]:
            return only
        case _:
            return Chain(decoders)
