"""How much of a text fits into a number of bytes."""

from collections.abc import Iterable


def byte_size(text: str) -> int:
    """Bytes of `text` in UTF-8; a lone surrogate counts as the three that it would have."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def how_many_fit(lines: Iterable[str], max_bytes: int) -> int:
    """How many of the first of `lines`, which end with their line ends, fit into `max_bytes`."""
    count = 0
    for line in lines:
        max_bytes -= byte_size(line)
        if max_bytes < 0:
            break
        count += 1
    return count
