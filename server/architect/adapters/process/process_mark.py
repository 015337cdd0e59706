"""What tells the processes of one call from all others.

A variable in the environment, and a limit on message queues that is a few bytes less than ours: it
goes along with fork and exec even where a program drops its environment, a zombie still shows it,
and nobody notices it.
"""

import functools
import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from architect.adapters.process.proc_table import ProcessEntry, starting_environment
from architect.frozen import frozen

_VARIABLE = "ARCHITECT_CALL"
_LIMIT_SPREAD = 1 << 16
"""As many limits as two random bytes can tell apart."""


@frozen
class ProcessMark:
    """The mark of one call; `limit` is None where limits cannot tell."""

    word: str
    limit: int | None

    def on_environment(self, environment: Mapping[str, str]) -> dict[str, str]:
        """`environment` with the mark behind those it has: a command may itself run architect."""
        outer = environment.get(_VARIABLE)
        return {**environment, _VARIABLE: f"{outer}:{self.word}" if outer else self.word}

    @contextmanager
    def on_children(self) -> Generator[None]:
        """Give the limit to what is started inside, by having it ourselves for that moment.

        Setting it from outside, once the process runs, would be too late for its first children.
        """
        if self.limit is None:
            yield
            return
        import resource

        before = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (self.limit, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_MSGQUEUE, before)

    def is_on(self, entry: ProcessEntry) -> bool:
        """Whether the process carries the mark.

        The limit counts for orphans that we adopted only: they are our children in a session of
        their own. Other children of ours may have been started by a thread at the wrong moment.
        """
        if entry.parent == os.getpid() and entry.session != os.getsid(0):
            return self._is_limit_of(entry.pid) or self._is_in_environment_of(entry.pid)
        return self._is_in_environment_of(entry.pid)

    def _is_limit_of(self, pid: int) -> bool:
        import resource

        try:
            return resource.prlimit(pid, resource.RLIMIT_MSGQUEUE)[0] == self.limit
        except OSError:
            return False

    def _is_in_environment_of(self, pid: int) -> bool:
        return self.word.encode("ascii") in starting_environment(pid)


def new_mark() -> ProcessMark:
    """A mark that no other call has; its word starts with `our_word`."""
    return ProcessMark(our_word() + os.urandom(4).hex(), _new_limit())


@functools.cache
def our_word() -> str:
    """What the marks of all our calls have in common, and those of no other process."""
    return os.urandom(8).hex()


def _new_limit() -> int | None:
    if sys.platform != "linux":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
    ceiling = 2 * _LIMIT_SPREAD if soft == resource.RLIM_INFINITY else soft
    limit = ceiling - 1 - int.from_bytes(os.urandom(2))
    return limit if limit > 0 else None
