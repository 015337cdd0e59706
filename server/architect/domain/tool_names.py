"""The names of tools that are there at run time only."""

from collections.abc import Collection
from hashlib import sha256

from architect.domain.shell import RUN_COMMAND
from architect.lazy_pattern import lazy_pattern

_RUN_TIME_NAME = lazy_pattern(r"(?=.{1,64}\Z)[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*__[A-Za-z0-9_-]+")
"""In the characters and the length that providers allow for functions:
https://platform.openai.com/docs/api-reference/chat/create."""


_MOST_CHARS = 64
_OF_SOURCES = lazy_pattern(r"[A-Za-z0-9_./-]+")
"""Names that sources may have for tools, https://modelcontextprotocol.io/specification/2025-11-25/
server/tools#tool-names; slashes are from earlier drafts."""

_NO_NAME = lazy_pattern(r"[^A-Za-z0-9_-]")


def run_time_name(source: str, name: str, *, is_taken: bool = False) -> str:
    """What the model calls the tool that `source` calls `name`, in at most 64 characters.

    A name that is too long, or `is_taken` by another tool, ends in a hash of the whole of it. What
    is no name of a tool stays as it is.
    """
    if not _OF_SOURCES.fullmatch(name):
        return f"{source}__{name}"
    plain = f"{source}__{_NO_NAME.sub('_', name)}"
    if len(plain) <= _MOST_CHARS and not is_taken:
        return plain
    mark = f"_{sha256(name.encode()).hexdigest()[:8]}"
    room = _MOST_CHARS - len(mark)
    return plain[:room] + mark if len(source) + 2 < room else plain


def is_run_time_name(name: str) -> bool:
    """Whether a tool of that name may appear at run time; no tool of our own has such a name."""
    return _RUN_TIME_NAME.fullmatch(name) is not None


FIND_TOOL, CALL_TOOL = "find_tool", "call_tool"
"""The tools by which those are reached that are not sent with each request."""


COMMAND_OUTPUT, STOP_COMMAND = "command_output", "stop_command"
OF_BACKGROUND = (COMMAND_OUTPUT, STOP_COMMAND)
"""The tools for what run_command left in the background; whoever may use that may use them. They
are listed once there is something."""


def is_allowed(name: str, allowed: Collection[str]) -> bool:
    """Whether an agent with the `allowed` tools may use `name`; `SOURCE__*` are all of a source."""
    if name in allowed or f"{name.partition('__')[0]}__*" in allowed:
        return True
    if name in OF_BACKGROUND:
        return RUN_COMMAND in allowed
    return name in (FIND_TOOL, CALL_TOOL) and any("__" in each for each in allowed)
