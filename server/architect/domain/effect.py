"""What a tool does to the world."""

from enum import StrEnum


class Effect(StrEnum):
    """What the calls of a tool do; only reads run side by side, and in a dry run.

    Tools that write put text into files, those that delete take files away, both through the
    workspace they are given: so that is on record, can be undone, and is a proposal where the run
    only proposes. What a tool does in another way is a command, also what it does to files.
    """

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    COMMAND = "command"
