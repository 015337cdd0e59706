"""Ctrl+C and its kin before there is a run that they could end."""

import signal
from collections.abc import Generator
from contextlib import contextmanager

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def hold_signals() -> None:
    """Have signals wait, because one that comes during an import can get lost or break it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)


def restore_signals() -> None:
    """Raise KeyboardInterrupt at each, also at one that waits; what a parent ignores stays so."""
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)


@contextmanager
def signals_held() -> Generator[None]:
    """For a long import."""
    hold_signals()
    try:
        yield
    finally:
        restore_signals()
