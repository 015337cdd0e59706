"""What Ctrl+C and its kin do to a run."""

import asyncio
import itertools
import os
import signal
from collections.abc import Callable

from architect.bootstrap.runtime import kill_what_was_started
from architect.cli.exit_codes import INTERRUPTED
from architect.leaving import leave
from architect.services.runs import Run


def interrupt_on_signals(run: Run, *, last_words: Callable[[], None]) -> None:
    """The first signal ends `run` cleanly; the second leaves at once.

    Even then nothing of what the run started stays behind, and `last_words` are said; a third
    signal does not wait for those.
    """
    counts = itertools.count(1)

    def take(*_: object) -> None:
        count = next(counts)
        if count == 1:
            return
        if count == 2:
            kill_what_was_started()
            last_words()
            leave(INTERRUPTED)
        os._exit(INTERRUPTED)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A parent that has a signal ignored, as nohup does, means it.
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, run.interrupt)
            # The loop hears of a signal by its wake-up descriptor, whoever handles it; leaving must
            # work even while the loop is stuck, in a write that nobody reads for instance.
            signal.signal(number, take)
