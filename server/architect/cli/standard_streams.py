"""The three standard streams, whatever the parent process left of them."""

import os
import sys


def open_missing_streams() -> None:
    """Put the null device where standard input, output or error is closed.

    Otherwise the next file that is opened takes their number, and messages end up in a journal.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
