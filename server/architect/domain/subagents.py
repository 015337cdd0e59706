"""Agents that other agents send out."""

from architect.frozen import frozen

DISPATCH_SUBAGENT = "dispatch_subagent"
"""The tool that does."""


@frozen
class SubagentType:
    """What the agent does, in one line, and whether it may change files.

    It asks as the run does that sends it out; one that `asks_always`, about every call. `model` is
    the one that it asks, None for that of the run.
    """

    description: str
    may_write: bool = False
    asks_always: bool = False
    model: str | None = None
