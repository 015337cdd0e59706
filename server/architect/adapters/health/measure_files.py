"""Measuring files, as a program of its own at a low priority, since some keep a parser busy.

It reads a `HealthJob` from standard input and prints the name of each file before it looks at it,
so that whoever started it knows which one ended it; the last line is the result.
"""

import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from types import FrameType

from architect.adapters.health.file_contents import contents_of
from architect.adapters.health.file_measure import NotMeasuredError, measured
from architect.adapters.health.health_job import HealthJob, health_json, read_job
from architect.domain.health.duplicates import duplicates_in
from architect.domain.health.measures import FileMeasure, Health, NotMeasured
from architect.domain.health.sources import Sources
from architect.l10n import english

_LONGEST_S, _END_S = 5.0, 15.0
"""Of processor time for one file: then it is left out, and if that does not help, the kernel ends
the program. The longest files of people take a second of it."""

_MOST_MEMORY = 4 << 30
_CRASHED = english("it ended the program that measures")


class _TooLongError(BaseException):
    """Passes through what catches every `Exception`."""


def main() -> None:
    os.nice(10)
    _limit_memory()
    signal.signal(signal.SIGPROF, _stop)
    job = read_job(sys.stdin.buffer.read())
    measures = _Measures(job)
    found = [health_json(measures.of(state)) for state in job.states]
    print(json.dumps({"found": found}), flush=True)  # noqa: T201 - the answer


class _Measures:
    """Measures contents, each once, however many files or states it is in."""

    def __init__(self, job: HealthJob) -> None:
        self._passed_over = frozenset(job.passed_over)
        self._known: dict[bytes, FileMeasure | str] = {}

    def of(self, state: Sources) -> Health:
        files: dict[str, FileMeasure] = {}
        left_out: list[NotMeasured] = []
        for path, found in self._each(state):
            if isinstance(found, str):
                left_out.append(NotMeasured(path, found))
            else:
                files[path] = found
        print(json.dumps(""), flush=True)  # noqa: T201 - no file is to blame for what follows
        code = {path: file.code for path, file in files.items()}
        blocks = duplicates_in(code)
        return Health(tuple(files.values()), blocks, tuple(left_out))

    def _each(self, state: Sources) -> Iterator[tuple[str, FileMeasure | str]]:
        for path, content in contents_of(state):
            if path in self._passed_over:
                yield path, _CRASHED
            elif isinstance(content, NotMeasuredError):
                yield path, str(content)
            else:
                yield path, self._measure(path, content)

    def _measure(self, path: str, content: bytes) -> FileMeasure | str:
        """What is known of the file, or why there is nothing."""
        ending = path.rpartition(".")[2].encode("utf-8", "surrogateescape")
        key = blake2b(content, digest_size=16, key=ending[:64]).digest()
        known = self._known.get(key)
        if known is None:
            print(json.dumps(path), flush=True)  # noqa: T201 - see above
            known = self._known[key] = _within_time(path, content)
        if isinstance(known, str) or known.path == path:
            return known
        functions = tuple(replace(each, path=path) for each in known.functions)
        return replace(known, path=path, functions=functions)


def _within_time(path: str, content: bytes) -> FileMeasure | str:
    signal.setitimer(signal.ITIMER_PROF, _LONGEST_S)
    # Its signal ends the program, whatever a parser in C is at.
    signal.setitimer(signal.ITIMER_VIRTUAL, _END_S)
    try:
        return measured(path, content)
    except NotMeasuredError as error:
        return str(error)
    except _TooLongError:
        return english("it takes longer than {longest_s:g} s", longest_s=_LONGEST_S)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _limit_memory() -> None:
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = _MOST_MEMORY if hard == resource.RLIM_INFINITY else min(_MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _stop(_: int, __: FrameType | None) -> None:
    raise _TooLongError
