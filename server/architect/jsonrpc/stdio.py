"""Standard input and output, kept for the protocol alone."""

import os

from architect.frozen import frozen

READ_BYTES = 1 << 16
"""What a pipe holds."""


@frozen
class Streams:
    """Descriptors that no child process inherits."""

    source: int
    sink: int


def take_standard_streams() -> Streams:
    """The standard streams for the protocol; what else reads them finds nothing.

    Afterwards whatever is printed goes to standard error, where front ends keep a log.
    """
    streams = Streams(os.dup(0), os.dup(1))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    for descriptor in (streams.source, streams.sink):
        os.set_blocking(descriptor, True)  # each has a thread of its own, which may wait
    return streams


def read_some(source: int) -> bytes:
    """What is there; nothing at the end, or when a socket was reset."""
    try:
        return os.read(source, READ_BYTES)
    except OSError:
        return b""


def write_all(sink: int, octets: bytes) -> None:
    """Write in as many steps as it takes."""
    left = memoryview(octets)
    while left:
        left = left[os.write(sink, left) :]
