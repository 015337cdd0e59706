"""A command line to run and what came of it."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from architect.domain.ids import CallId
from architect.domain.losses import Losses
from architect.frozen import frozen
from architect.l10n import english

RUN_COMMAND = "run_command"
"""The tool that runs command lines: grants for commands and their number in a run go by it."""

LONGEST_TIMEOUT_S = 3_600
"""Of a command that the model runs, whoever names the time-out."""


class Stream(StrEnum):
    STDOUT = "stdout"
    STDERR = "stderr"


class Need(StrEnum):
    """What a command wants beyond its sandbox, in words that a question may use."""

    NETWORK = english("the network")
    GIT_CONFIGURATION = english("git's hooks and configuration")
    EXECUTABLE_FILES = english("files that other programs execute")


@frozen
class ShellCommand:
    """A line for the shell. `cwd` passed the path gate; `env` is added to the clean environment.

    `read_only` has git run nothing that the repository names, since nobody was asked.
    `granted` is what the user lets it do beyond its sandbox, `withheld` what it may not do although
    the configuration lets all commands. `only_confined` has it run in a sandbox or not at all,
    since that is why it was let through. `stdin` is all there is to read on standard input; None is
    the empty input. What it changes in files is on record under `call_id`, if it has one; what it
    is known to take away, its `losses`, before it runs. In the `background` it goes on while others
    run, which share its network if it has none. What it prints is kept as a terminal would show it,
    or as it came if it is `for_programs`.
    """

    line: str
    cwd: Path
    timeout_s: float
    max_output_lines: int = 200
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    stdin: bytes | None = None
    read_only: bool = False
    granted: frozenset[Need] = frozenset()
    withheld: frozenset[Need] = frozenset()
    only_confined: bool = False
    call_id: CallId | None = None
    losses: Losses | None = None
    background: bool = False
    for_programs: bool = False


@frozen
class Confinement:
    """How a command ran: in a sandbox or not, and why not where one was wanted."""

    sandboxed: bool = False
    network: bool = True
    missing: str = ""


@frozen
class CommandOutcome:
    """What the command printed and how it ended.

    `exit_code` is None if it was ended by us because it took longer than its time-out; a negative
    one is the signal that ended it. Long output keeps its head and tail, with a note in between.
    `servers_outside` are the ports of this machine where a command in a sandbox found nobody and a
    server listens outside.
    """

    exit_code: int | None
    stdout: str
    stderr: str
    duration_s: float
    confinement: Confinement = Confinement()
    servers_outside: tuple[int, ...] = ()
