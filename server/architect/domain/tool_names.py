"""The names of tools that are there at run time only."""

from architect.lazy_pattern import lazy_pattern

_RUN_TIME_NAME = lazy_pattern(r"(?=.{1,64}\Z)[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*__[A-Za-z0-9_-]+")
"""In the characters and the length that providers allow for functions:
https://platform.openai.com/docs/api-reference/chat/create."""


def run_time_name(source: str, name: str) -> str:
    """What the model calls the tool that `source` calls `name`."""
    return f"{source}__{name}"


def is_run_time_name(name: str) -> bool:
    """Whether a tool of that name may appear at run time; no tool of our own has such a name."""
    return _RUN_TIME_NAME.fullmatch(name) is not None
