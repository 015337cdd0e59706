"""What a command can read on its standard input."""

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from typing import IO


@contextmanager
def input_of(content: bytes | None) -> Generator[int | IO[bytes]]:
    """`content` as something that can be given to a process, None as the empty input.

    It is a file without a name rather than a pipe: nobody has to write while the command reads, and
    a command that reads nothing, or ends before it has read all, disturbs nobody.

    Raises:
        OSError: there is no room for it.
    """
    if content is None:
        yield subprocess.DEVNULL
        return
    with _nameless_file() as file:
        file.write(content)
        file.seek(0)
        yield file


def _nameless_file() -> IO[bytes]:
    """A file that is gone when nobody has it open; in memory where that can be, on Linux."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("standard input"), "w+b", buffering=0)
    import tempfile  # 5 ms that Linux does not need

    return tempfile.TemporaryFile(buffering=0)
