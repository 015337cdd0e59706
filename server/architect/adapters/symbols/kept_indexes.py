"""Which indexes are kept, and what belongs to one."""

from contextlib import suppress
from pathlib import Path

_MOST_INDEXES = 30
_MOST_BYTES = 1_000_000_000
"""Of all indexes together."""


def make_room(place: Path) -> None:
    """Remove the indexes beside `place` that were not used for longest, beyond the limits."""
    found: list[tuple[float, int, Path]] = []
    with suppress(OSError):
        for one in place.parent.glob("*.db"):
            status = one.lstat()
            found.append((status.st_mtime, status.st_size, one))
    size = 0
    for count, (_, file_size, one) in enumerate(sorted(found, reverse=True)):
        size += file_size
        if one != place and (count >= _MOST_INDEXES or size > _MOST_BYTES):
            remove_index(one)


def remove_index(place: Path) -> None:
    """Remove the file and what SQLite keeps beside it."""
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            place.with_name(place.name + end).unlink(missing_ok=True)
