"""What is known of steps that are no longer sent to the model, whatever a summary says of them."""

from collections.abc import Iterable

from architect.frozen import frozen

MOST_FILES = 100
MOST_COMMANDS = 30
"""Of each the latest are kept; a command that ran again counts once, with its last result."""


@frozen
class CommandRun:
    """A command line, and what came of it in a few words: the first line of its result."""

    command: str
    result: str


@frozen
class LeftOut:
    """The files that were read in steps that are left out, the commands, and the user's tasks.

    A task is left out when the step is behind which it was told; that of the first run never is,
    but its `images` are, which are named like those of other steps.
    """

    files_read: tuple[str, ...] = ()
    commands: tuple[CommandRun, ...] = ()
    tasks: tuple[str, ...] = ()
    images: tuple[str, ...] = ()

    def __add__(self, later: "LeftOut") -> "LeftOut":
        return LeftOut(
            _latest((*self.files_read, *later.files_read))[-MOST_FILES:],
            _last_runs((*self.commands, *later.commands))[-MOST_COMMANDS:],
            (*self.tasks, *later.tasks),
            _latest((*self.images, *later.images)),
        )


def _latest(names: Iterable[str]) -> tuple[str, ...]:
    """Each of `names` once, at its last place."""
    backwards = dict.fromkeys(reversed(tuple(names)))
    return tuple(reversed(tuple(backwards)))


def _last_runs(runs: Iterable[CommandRun]) -> tuple[CommandRun, ...]:
    last: dict[str, CommandRun] = {}
    for run in runs:
        last.pop(run.command, None)
        last[run.command] = run
    return tuple(last.values())
