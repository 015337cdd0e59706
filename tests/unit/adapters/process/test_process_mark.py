import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from architect.adapters.process.proc_table import ProcessEntry, read_process
from architect.adapters.process.process_mark import ProcessMark, new_mark

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="marks are read from /proc")


@contextmanager
def running(
    mark: ProcessMark, *, environment: dict[str, str], start_new_session: bool
) -> Generator[ProcessEntry]:
    """A process that was started under `mark` and is past its exec."""
    with mark.on_children():
        child = subprocess.Popen(
            ["/bin/cat"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=start_new_session,
        )
    with child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(b"there?\n")
        child.stdout.readline()
        entry = read_process(child.pid)
        assert entry is not None
        yield entry


@on_linux
def test_the_limit_tells_a_process_without_environment():
    mark = new_mark()

    with running(mark, environment={}, start_new_session=True) as entry:
        assert mark.is_on(entry)
        assert not new_mark().is_on(entry)


@on_linux
def test_the_environment_tells_where_limits_cannot():
    mark = ProcessMark("0123456789abcdef", limit=None)
    environment = mark.on_environment({})

    with running(mark, environment=environment, start_new_session=True) as entry:
        assert mark.is_on(entry)
        assert not ProcessMark("fedcba9876543210", limit=None).is_on(entry)


@on_linux
def test_a_child_in_our_own_session_is_no_orphan_whatever_its_limit():
    mark = new_mark()

    with running(mark, environment={}, start_new_session=False) as entry:
        assert not mark.is_on(entry)


@on_linux
def test_our_own_limits_are_the_same_after_a_start_that_failed():
    import resource

    before = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
    with pytest.raises(FileNotFoundError), new_mark().on_children():
        subprocess.Popen(["/nowhere/program"])

    assert resource.getrlimit(resource.RLIMIT_MSGQUEUE) == before


def test_a_mark_is_added_to_the_marks_of_the_calls_around_it():
    outer, inner = new_mark(), new_mark()

    environment = inner.on_environment(outer.on_environment({"HOME": "/home/u"}))

    assert environment == {"HOME": "/home/u", "ARCHITECT_CALL": f"{outer.word}:{inner.word}"}
