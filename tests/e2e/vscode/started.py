"""Programs of a test that end with it, and all that they have started."""

import os
import signal
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import descendants, is_alive
from tests.support.until import until


@contextmanager
def started(
    command: Sequence[str | Path], *, log: Path, environment: Mapping[str, str]
) -> Generator[subprocess.Popen[bytes]]:
    """A running program that writes into `log`; afterwards it and all below it are gone."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(environment),
            start_new_session=True,
        )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    below = [process.pid, *descendants(process.pid)]
    _send(signal.SIGTERM, [process.pid])
    try:
        process.wait(timeout=5)
        until(lambda: not _alive(below), "the end of what was started", timeout_s=5)
    except (subprocess.TimeoutExpired, AssertionError):
        _send(signal.SIGKILL, _alive(below))
        process.wait(timeout=5)


def _alive(pids: Sequence[int]) -> list[int]:
    return [pid for pid in pids if is_alive(pid)]


def _send(number: signal.Signals, pids: Sequence[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue
