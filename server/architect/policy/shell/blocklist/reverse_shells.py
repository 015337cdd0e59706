"""A shell for whoever is at the other end of a connection."""

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.expansion.known import Known
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.script import Command, Pipeline, Script, commands
from architect.policy.shell.wrappers.read_programs import has_no_script, runs_of
from architect.policy.shell.wrappers.runners import Run

CONNECTION = lazy_pattern(r"/dev/(?:tcp|udp)/")


def _is_connected(command: Command) -> bool:
    """Whether `command` opens a connection that later commands of the shell can read."""
    opens = any(r.target and CONNECTION.search(r.target.source) for r in command.redirections)
    return opens and [literal(word) for word in command.words[:1]] == ["exec"]


def _reads_descriptor(command: Command, known: Known) -> bool:
    """`sh <&5`: the program comes from what is open there."""
    reads = any(redirection.operator == "<&" for redirection in command.redirections)
    return reads and any(_is_bare_shell(run) for run in runs_of(command, known))


def _is_bare_shell(run: Run) -> bool:
    return run.program in names("shells") and has_no_script(run.arguments)


_NETWORK_CLIENTS = frozenset({"nc", "ncat", "netcat", "socat", "telnet"})


def is_reverse_shell(pipeline: Pipeline, known: Known) -> bool:
    """`nc ... | sh -i | nc ...`: what comes from a connection or a FIFO is run, and answered."""
    shells = [
        index
        for index, stage in enumerate(pipeline.stages)
        if isinstance(stage, Command) and any(map(_is_bare_shell, runs_of(stage, known)))
    ]
    if not shells:
        return False
    behind = [s for s in pipeline.stages[shells[0] + 1 :] if isinstance(s, Command)]
    talks = any(
        run.program in _NETWORK_CLIENTS
        or (run.program == "openssl" and "s_client" in run.arguments)
        for stage in behind
        for run in runs_of(stage, known)
    )
    shell = pipeline.stages[shells[0]]
    asked = isinstance(shell, Command) and (
        any(literal(word) == "-i" for word in shell.words)
        or any(r.operator == "<" for r in shell.redirections)
    )
    return talks and (asked or shells[0] > 0)


def runs_shell_on_connection(script: Script, known: Known) -> bool:
    """Whether `script` opens a connection and runs what comes from it."""
    return any(map(_is_connected, commands(script))) and any(
        _reads_descriptor(command, known) for command in commands(script)
    )
