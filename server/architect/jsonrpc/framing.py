"""How messages are told apart in a stream: bytes in, message bodies out, and back."""

from collections.abc import Callable
from typing import Protocol

from architect.frozen import frozen

MAX_BODY_BYTES = 1 << 30


@frozen
class BrokenFrame:
    """Bytes that are no message; the next one that can be made out follows."""

    reason: str


Frame = bytes | bytearray | BrokenFrame


class FrameDecoder(Protocol):
    """Cuts a stream into message bodies, however it arrives; does no input itself."""

    def feed(self, octets: bytes) -> list[Frame]:
        """What is complete now, in order."""
        ...


@frozen
class Framing:
    """Makes the decoder of a stream, and frames a body as it goes onto the wire."""

    decoder: Callable[[], FrameDecoder]
    framed: Callable[[bytes], bytes]
