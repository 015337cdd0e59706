"""A network of its own, as another machine has it.

https://man7.org/linux/man-pages/man7/network_namespaces.7.html
"""

import os
import shutil
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class NoNetworkError(Exception):
    """It cannot be made here; the text is what the machine says."""


@dataclass(frozen=True)
class OwnNetwork:
    """It is reached at the address `there`, and reaches us at the address `here`."""

    name: str
    here: str
    there: str
    _link: str

    def within(self, *hidden: Path) -> Sequence[str]:
        """The words before a command line that is to run there, with `hidden` folders empty."""
        mounts = "; ".join(f"mount -t tmpfs none {folder}" for folder in hidden) or "true"
        return ("ip", "netns", "exec", self.name, "sh", "-c", f'{mounts}; exec "$@"', "sh")

    def sent_bytes(self) -> int:
        """What has been sent there so far."""
        return int(Path(f"/sys/class/net/{self._link}/statistics/tx_bytes").read_text())


@contextmanager
def own_network() -> Generator[OwnNetwork]:
    """One that goes with the block, and with it the link to it.

    Raises:
        NoNetworkError: only root can, on Linux, and not in every container.
    """
    number = os.getpid() % 16_000
    here, there = (f"10.231.{number // 64}.{number % 64 * 4 + each}" for each in (1, 2))
    name, link = f"architect-{os.getpid()}", f"arch{os.getpid()}"
    network = OwnNetwork(name, here, there, link)
    _ip("netns", "add", name)
    try:
        _ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("address", "add", f"{here}/30", "dev", link)
        _ip("link", "set", link, "up")
        _ip("-n", name, "address", "add", f"{there}/30", "dev", "eth0")
        for device in ("lo", "eth0"):
            _ip("-n", name, "link", "set", device, "up")
        yield network
    finally:
        _ip("netns", "delete", name)


def _ip(*words: str) -> None:
    if shutil.which("ip") is None:
        raise NoNetworkError("there is no ip(8)")
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNetworkError(f"ip {' '.join(words)}: {done.stderr.strip()}")
