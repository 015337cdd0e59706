"""Writing to a terminal that takes no more for a moment."""

import os
import select


def write_all(descriptor: int, text: str) -> None:
    """Write all of `text`, also where somebody has made the terminal non-blocking.

    Raises:
        OSError: nobody has the other end open.
    """
    data = text.encode("utf-8", "replace")
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:
            select.select([], [descriptor], [])
