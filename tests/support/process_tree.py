"""What a process holds on to, as Linux tells it in /proc."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Holdings:
    """Numbers of one process at one moment; its children are not looked into."""

    rss_bytes: int
    threads: int
    children: int
    descriptors: int


def holdings_of(pid: int) -> Holdings:
    place = Path(f"/proc/{pid}")
    status = dict(
        line.split(":", 1) for line in (place / "status").read_bytes().decode().split("\n") if line
    )
    threads = list((place / "task").iterdir())
    children = [(each / "children").read_bytes().split() for each in threads]
    return Holdings(
        rss_bytes=int(status["VmRSS"].split()[0]) * 1024,
        threads=len(threads),
        children=sum(map(len, children)),
        descriptors=len(list((place / "fd").iterdir())),
    )
