"""Commands on this machine, each in a process tree that ends with the call."""

import asyncio
import errno
import subprocess
import time
from collections.abc import Collection, Mapping
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO

from architect.adapters.process.child_exit import exit_code_of
from architect.adapters.process.process_tree import GRACE_S, ProcessTree, start_tree
from architect.adapters.process.resource_limits import ResourceLimits
from architect.adapters.sandbox.sandbox import Enclosure, Sandbox
from architect.adapters.shell.command_environment import (
    command_environment,
    is_withheld,
    note_on_withheld,
)
from architect.adapters.shell.command_input import input_of
from architect.adapters.shell.host_servers import servers_outside
from architect.adapters.shell.live_output import LiveOutput
from architect.adapters.shell.offline import without_network
from architect.adapters.shell.output_capture import OutputCapture
from architect.adapters.shell.output_pipe import OutputPipe
from architect.adapters.shell.readonly_git import readonly_git
from architect.domain.errors import ShellFault
from architect.domain.shell import CommandOutcome, Confinement, ShellCommand, Stream
from architect.l10n import english, joined
from architect.ports.shell import OutputListener

_IN_A_FILE = english("put it into a file")
_DRAIN_S = 0.1
"""How long output may come after the shell exited, from a `tee` behind it for instance."""

_LOOKS = 6
_LOOK_EVERY_S = 0.0005


class LocalShell:
    """Runs command lines with bash, or sh where there is none, without any start-up file.

    `environment` is what commands inherit, apart from keys and the like; `key_variables` are the
    configured names of variables that hold keys. Without a `sandbox` they run like any program.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        key_variables: Collection[str] = (),
        sandbox: Sandbox | None = None,
        limits: ResourceLimits | None = None,
        grace_s: float = GRACE_S,
    ) -> None:
        self._environment = environment
        self._key_variables = frozenset(key_variables)
        self._sandbox = sandbox
        self._limits = limits
        self._grace_s = grace_s
        self._going_on = asyncio.Lock()

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        """Run `command` to its end or its time-out, and end what it left in the background.

        Raises:
            ShellFault: it could not be started, or `command.env` sets what it may not.
        """
        environment = self._environment_of(command)
        enclosure = await self._enclosure(command, environment)
        if not enclosure.network:
            environment = without_network(environment, command.line)
        enclosure.hold()
        try:
            outcome = await self._run(command, enclosure, environment, on_output)
        finally:
            note = enclosure.leave()
            if note and command.background:
                on_output(Stream.STDERR, note)
        outside: tuple[int, ...] = ()
        if outcome.exit_code:
            said = outcome.stdout + outcome.stderr
            note += note_on_withheld(said, self._environment, key_variables=self._key_variables)
            if not enclosure.network:
                outside = servers_outside(command.line, said, outcome.exit_code)
        confinement = Confinement(bool(enclosure.prefix), enclosure.network, enclosure.missing)
        return replace(
            outcome,
            stderr=outcome.stderr + note,
            confinement=confinement,
            servers_outside=outside,
        )

    async def expect_to_start(self, command: ShellCommand) -> None:
        environment = self._environment_of(command)
        if self._sandbox is not None and command.cwd.is_dir():
            await self._sandbox.expect_to_start(command, environment)

    async def why_unconfined(self) -> str:
        if self._sandbox is None:
            return english("they are to run without one")
        environment = command_environment(self._environment, {}, key_variables=self._key_variables)
        return await self._sandbox.why_unconfined(environment)

    async def _enclosure(self, command: ShellCommand, environment: Mapping[str, str]) -> Enclosure:
        if self._sandbox is None or not command.cwd.is_dir():
            return Enclosure()
        enclosure = await self._sandbox.enter(command, environment)
        if command.only_confined and not enclosure.prefix:
            raise ShellFault(
                f"not run: it was let through because of the sandbox, but {enclosure.missing}. "
                "Repeat the call to have it judged without one"
            )
        return enclosure

    async def _run(
        self,
        command: ShellCommand,
        enclosure: Enclosure,
        environment: Mapping[str, str],
        on_output: OutputListener,
    ) -> CommandOutcome:
        started_s = time.monotonic()
        kept_out, kept_err = _captures(command)
        async with AsyncExitStack() as opened:
            if command.background:  # the first one makes the network that the next one joins
                await opened.enter_async_context(self._going_on)
            child, tree = self._start(command, enclosure, environment)
            turn = opened.pop_all()
        with (
            closing(_pipe(child.stdout, kept_out, partial(on_output, Stream.STDOUT))) as stdout,
            closing(_pipe(child.stderr, kept_err, partial(on_output, Stream.STDERR))) as stderr,
        ):
            try:
                async with turn:
                    if command.background:
                        await asyncio.to_thread(enclosure.learn_network)
                exit_code = await exit_code_of(child, tree, timeout_s=command.timeout_s)
                if exit_code is not None:
                    await _drained(stdout, stderr)
            finally:
                if child.returncode is not None and enclosure.prefix:
                    await _emptied(tree)
                survivors = await self._end(child, tree)
        return CommandOutcome(
            exit_code=exit_code,
            stdout=kept_out.text(),
            stderr=kept_err.text() + _note_on(survivors),
            duration_s=time.monotonic() - started_s,
        )

    def _start(
        self, command: ShellCommand, enclosure: Enclosure, environment: Mapping[str, str]
    ) -> tuple[subprocess.Popen[bytes], ProcessTree]:
        try:
            with input_of(command.stdin) as stdin, enclosure.opened() as (prefix, passed):
                return start_tree(
                    [*prefix, _shell(), "-c", "--", command.line],
                    cwd=command.cwd,
                    environment=environment,
                    stdin=stdin,
                    limits=self._limits,
                    passed=passed,
                )
        except (OSError, ValueError) as error:
            raise ShellFault(_why_not_started(command, error)) from error

    def _environment_of(self, command: ShellCommand) -> dict[str, str]:
        keys = self._key_variables
        added = command.env.items()
        refused = [name for name, value in added if is_withheld(name, value, key_variables=keys)]
        if refused:
            raise ShellFault(
                f"env may not set {', '.join(map(repr, refused))}: such variables hold keys or"
                " change what every program runs. Leave them out, or set them in front of the one"
                " program that needs them, in the command itself"
            )
        environment = command_environment(self._environment, command.env, key_variables=keys)
        return readonly_git(environment) if command.read_only else environment

    async def _end(self, child: subprocess.Popen[bytes], tree: ProcessTree) -> tuple[int, ...]:
        """End what is left of the tree; a cancellation meanwhile waits until that is done."""
        if child.returncode is not None and tree.is_over():
            return ()
        ending = asyncio.create_task(asyncio.to_thread(tree.end, grace_s=self._grace_s))
        cancellation: asyncio.CancelledError | None = None
        while not ending.done():
            try:
                await asyncio.wait({ending})
            except asyncio.CancelledError as error:
                cancellation = error
        child.poll()
        if cancellation is not None:
            raise cancellation
        return ending.result()


def _shell() -> str:
    return "/bin/bash" if Path("/bin/bash").exists() else "/bin/sh"


def _why_not_started(command: ShellCommand, error: OSError | ValueError) -> str:
    if not command.cwd.is_dir():
        return english("cannot run a command in {cwd!r}: it is not a folder", cwd=str(command.cwd))
    told = english("the command could not be started: {error}", error=error)
    is_too_long = getattr(error, "errno", None) == errno.E2BIG
    return joined("; ", (told, _IN_A_FILE)) if is_too_long else told


def _captures(command: ShellCommand) -> tuple[OutputCapture, OutputCapture]:
    """For standard output the first half and the last quarter, for standard error a quarter."""
    most_lines, as_it_came = command.max_output_lines, command.for_programs
    quarter = max(2, most_lines // 4)
    rest = quarter - quarter // 2
    return (
        OutputCapture(
            head_lines=max(1, most_lines // 2), tail_lines=quarter, as_it_came=as_it_came
        ),
        OutputCapture(head_lines=quarter // 2, tail_lines=rest, as_it_came=as_it_came),
    )


def _pipe(pipe: IO[bytes] | None, capture: OutputCapture, show: partial[None]) -> OutputPipe:
    assert pipe is not None, "both streams were asked for"
    return OutputPipe(pipe, capture, LiveOutput(show))


async def _drained(*pipes: OutputPipe) -> None:
    """Wait shortly for the end of the output; children in the background may keep it open."""
    try:
        async with asyncio.timeout(_DRAIN_S):
            for pipe in pipes:
                await pipe.ended.wait()
    except TimeoutError:
        return


async def _emptied(tree: ProcessTree) -> None:
    """Wait shortly for the end of a sandbox whose command ended: the kernel kills the rest."""
    for _ in range(_LOOKS):
        if tree.is_over():
            return
        await asyncio.sleep(_LOOK_EVERY_S)


def _note_on(survivors: tuple[int, ...]) -> str:
    if not survivors:
        return ""
    return f"\n[still running, could not be ended: {', '.join(map(str, survivors))}]\n"
