"""A row of RESULTS.md."""

from dataclasses import dataclass

from measure import middle


@dataclass(frozen=True)
class Figure:
    name: str
    value: str
    aim: str


def milliseconds(seconds: list[float], digits: int = 1) -> str:
    low, high = min(seconds) * 1000, max(seconds) * 1000
    return f"{middle(seconds) * 1000:.{digits}f} ms ({low:.{digits}f} to {high:.{digits}f})"
