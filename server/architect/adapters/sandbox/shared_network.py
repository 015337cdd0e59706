"""The network that commands without one have together, while one of them is in the background.

Each sandbox without network has a loopback of its own. So that a command reaches a server that
another one started, it enters the network namespace of that one, by util-linux's nsenter:
https://man7.org/linux/man-pages/man7/network_namespaces.7.html.
"""

import contextlib
import fcntl
import json
import os
import select
import shutil
import time
from collections.abc import Generator
from pathlib import Path

_GET_USER_NAMESPACE = 0xB701
"""NS_GET_USERNS of ioctl_ns(2): the user namespace that another namespace belongs to."""

_LONGEST_S = 5.0
"""Until bwrap has said where its child is, which takes it milliseconds."""

_SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"

Words = tuple[str, ...]


class SharedNetwork:
    """The namespace of the first command in the background, for as long as any of them runs."""

    def __init__(self) -> None:
        self._namespaces: tuple[int, ...] = ()
        self._users = 0
        self._told: int | None = None

    @property
    def is_open(self) -> bool:
        return bool(self._namespaces)

    @contextlib.contextmanager
    def opening(self) -> Generator[tuple[Words, tuple[int, ...]]]:
        """The words for a bwrap that makes the namespace, and the descriptors it needs.

        Raises:
            OSError: there are too many open files.
        """
        self._told, writer = os.pipe()
        try:
            yield ("--info-fd", str(writer)), (writer,)
        finally:
            os.close(writer)

    def learn(self) -> None:
        """Wait for what that bwrap says of itself, and keep its namespace; blocks for that.

        Without nsenter nothing is shared.
        """
        if self._told is None:
            return
        reader, self._told = self._told, None
        try:
            child = _child_in(_read_to_end(reader))
            if child is not None and _nsenter() is not None and not self.is_open:
                self._namespaces = _namespaces_of(child)
        finally:
            os.close(reader)
            self._close_unused()

    def joined(self) -> tuple[Words, Words, tuple[int, ...]]:
        """The words before bwrap that have it join, its own, and the descriptors for both."""
        program = _nsenter()
        if program is None or not self.is_open:
            return (), (), ()
        network, *users = self._namespaces
        words = [program, "--preserve-credentials", f"--net=/proc/self/fd/{network}"]
        words += [f"--user=/proc/self/fd/{user}" for user in users]
        # Inside of that user namespace everybody is root, whom nobody is to be.
        ids = ("--unshare-user", "--uid", str(os.getuid()), "--gid", str(os.getgid()))
        return (*words, "--"), ids if users else (), self._namespaces

    def hold(self) -> None:
        """Keep the namespace until `release` is called as often."""
        self._users += 1

    def release(self) -> None:
        self._users -= 1
        self._close_unused()

    def _close_unused(self) -> None:
        if self._users > 0:
            return
        unused = (*self._namespaces, *(() if self._told is None else (self._told,)))
        self._namespaces, self._told = (), None
        for descriptor in unused:
            os.close(descriptor)


def _nsenter() -> str | None:
    return shutil.which("nsenter", path=_SYSTEM_PATH)


def _read_to_end(reader: int) -> bytes:
    said, deadline = b"", time.monotonic() + _LONGEST_S
    waiting = select.poll()  # select takes no descriptor above 1,023
    waiting.register(reader, select.POLLIN)
    while True:
        left_s = deadline - time.monotonic()
        if left_s <= 0 or not waiting.poll(left_s * 1_000):
            return said
        chunk = os.read(reader, 4096)
        if not chunk:
            return said
        said += chunk


def _child_in(said: bytes) -> int | None:
    """The process in the sandbox, from what bwrap writes to `--info-fd`."""
    try:
        match json.loads(said):
            case {"child-pid": int(child)}:
                return child
            case _:
                return None
    except ValueError:
        return None


def _namespaces_of(process: int) -> tuple[int, ...]:
    """Its network namespace, and the user namespace that this belongs to if it is not ours."""
    try:
        network = os.open(f"/proc/{process}/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:  # it has ended
        return ()
    try:
        users = fcntl.ioctl(network, _GET_USER_NAMESPACE)
    except OSError:
        return (network,)
    os.set_inheritable(users, False)
    if os.fstat(users).st_ino == Path("/proc/self/ns/user").stat().st_ino:
        os.close(users)
        return (network,)
    return (network, users)
