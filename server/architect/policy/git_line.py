"""What is known of a command line that is nothing but git."""

from architect.frozen import frozen


@frozen
class GitLine:
    """What a line of nothing but git, and of programs that only read, does to its repository.

    `configures` if it may write harmless settings, `runs_hooks` if hooks run meanwhile, `removes`
    if it removes files that git does not know, `removes_ignored` if those that it ignores, `moves`
    if it changes the files of the work tree, `tracks` if it makes a branch that follows another
    one. `operands` are words that may name revisions.
    """

    configures: bool = False
    runs_hooks: bool = False
    removes: bool = False
    removes_ignored: bool = False
    moves: bool = False
    tracks: bool = False
    operands: tuple[str, ...] = ()
