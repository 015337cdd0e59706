"""A file as a command line names it."""

from architect.frozen import frozen


@frozen
class NamedFile:
    """What may be a file, absolute where the folder is known; globs stay in it.

    `writes` says that the command changes, moves or deletes it, `is_sure` that it can be nothing
    but a file, `replaces` that nothing is left of what such a file held.
    """

    text: str
    writes: bool = False
    is_sure: bool = False
    replaces: bool = False


@frozen
class NamedFiles:
    """The files that a line may name; not `is_complete` if there was too much to look at."""

    files: tuple[NamedFile, ...]
    is_complete: bool
