"""Writing to a terminal that takes no more for a moment."""

import os
from threading import Thread

from architect.cli.chat.terminal_output import write_all


def test_nothing_is_lost_where_the_other_end_reads_slowly() -> None:
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    text = "line\n" * 100_000

    def write() -> None:
        write_all(theirs, text)
        os.close(theirs)

    writing = Thread(target=write)
    writing.start()
    with os.fdopen(ours, "rb") as end:
        assert end.read().decode() == text
    writing.join()
