"""How the filter of system calls reaches bwrap(1), which reads it from a descriptor to its end."""

import os


def filter_pipe(program: bytes) -> int:
    """The end of a pipe from which `program` can be read once; whoever asked closes it.

    A program is less than a kilobyte, so writing it never waits for a reader: pipe(7).

    Raises:
        OSError: there are too many open files.
    """
    reading, writing = os.pipe()
    try:
        os.write(writing, program)
    finally:
        os.close(writing)
    return reading
