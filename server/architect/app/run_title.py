"""What a run is called in lists."""

_CHARS = 60


def title_of(task: str) -> str:
    """A task in one line, short enough for a list."""
    line = " ".join(task.split())
    return line if len(line) <= _CHARS else f"{line[: _CHARS - 3]}..."
