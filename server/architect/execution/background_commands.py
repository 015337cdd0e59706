"""Commands of a run that go on while it does something else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from itertools import count

from architect.domain.background import BackgroundOutput, EndedBy, how_it_ended
from architect.domain.errors import JournalFault, ToolFault
from architect.domain.ids import CallId, RunId
from architect.domain.journal.background_events import (
    BackgroundEnded,
    BackgroundKept,
    BackgroundStarted,
    BackgroundTold,
)
from architect.domain.journal.events import Event
from architect.domain.shell import CommandOutcome, ShellCommand, Stream
from architect.domain.text.counted import counted
from architect.domain.text.terminal_screen import as_a_terminal_shows
from architect.frozen import frozen
from architect.ports.background_commands import CommandKeeper, KeptCommand
from architect.ports.shell import Shell

MOST_RUNNING = 8
"""At the same time, in one run and those below it."""

_FIRST_S = 1.0
"""A command that cannot do its work mostly says so by then."""

_SETTLE_S = 0.2
"""What follows the first output mostly does so by then."""

_MOST_CHARS = 100_000
"""That are kept of one command until somebody looks: of a flood, the newest."""


@frozen(kw_only=True)
class Keeping:
    """How commands outlast the run: `keeper` takes them, None if nobody does.

    `run_id` is what the keeper knows them by, `child_id` the run below it that they are of, if
    they are of one. `let_go` puts on record what a call has changed so far, since nobody looks
    after the end.
    """

    run_id: RunId
    let_go: Callable[[CallId], Awaitable[None]]
    keeper: CommandKeeper | None = None
    child_id: RunId | None = None


class RunningCommands:
    """The background commands of one run: process trees that end with it, unless they are kept.

    No two of a run and those `above` and below it have the same handle.
    """

    def __init__(
        self,
        emit: Callable[[Event], None],
        first: Callable[[], None],
        keeping: Keeping,
        *,
        above: "RunningCommands | None" = None,
    ) -> None:
        """`first` is called when the first of them has begun."""
        self._emit = emit
        self._first = first
        self._keeping = keeping
        self._numbers: Iterator[int] = count(1) if above is None else above._numbers
        self._all: list[_Running] = [] if above is None else above._all
        self._commands: dict[str, _Running] = {}

    async def start(self, command: ShellCommand, shell: Shell) -> BackgroundOutput | CommandOutcome:
        self._expect_room()
        started = _Running(f"bg{next(self._numbers)}", command, shell)
        async with AsyncExitStack() as unless_it_goes_on:
            unless_it_goes_on.push_async_callback(started.cancelled, "run")
            await started.first_output()
            if started.task.done():
                return started.task.result()
            unless_it_goes_on.pop_all()
        if not self._commands:
            self._first()
        self._commands[started.handle] = started
        self._all.append(started)
        started.task.add_done_callback(lambda _: self._ended(started))
        self._emit(
            BackgroundStarted(
                call_id=command.call_id or CallId(""), handle=started.handle, command=command.line
            )
        )
        return started.look()

    async def output(self, handle: str, *, wait_s: float) -> BackgroundOutput:
        command = self._command(handle)
        await asyncio.wait({command.task}, timeout=wait_s)
        command.is_told = command.task.done()
        return command.look()

    async def stop(self, handle: str, *, by: EndedBy = "model") -> BackgroundOutput:
        command = self._command(handle)
        await command.cancelled(by)
        command.is_told = by == "model"
        return command.look()

    def keep(self, handle: str) -> bool:
        """Have a command go on when the run is over; False if none runs, or nobody takes it."""
        if self._keeping.keeper is None or not self.is_running(handle):
            return False
        command = self._commands[handle]
        if not command.is_kept:
            command.is_kept = True
            call_id, line = command.call_id, command.line
            self._emit(BackgroundKept(call_id=call_id, handle=handle, command=line))
        return True

    def is_running(self, handle: str) -> bool:
        command = self._commands.get(handle)
        return command is not None and not command.task.done()

    def news(self) -> Sequence[BackgroundTold]:
        """What the model is to be told of commands that ended without its looking."""
        told: list[BackgroundTold] = []
        for command in self._commands.values():
            if command.task.done() and not command.is_told:
                command.is_told = True
                look = command.state()
                ended = how_it_ended(look.ended_by or "itself", look.exit_code)
                text = f"[{command.handle} ({command.line}) {ended}]"
                told.append(BackgroundTold(handle=command.handle, text=text))
        return told

    async def aclose(self) -> None:
        """End all that still run and are not kept."""
        running = [each for each in self._commands.values() if not each.is_let_go]
        kept = [each for each in running if each.is_kept and not each.task.done()]
        await asyncio.gather(*(each.cancelled("run") for each in running if each not in kept))
        for command in kept:
            await self._keeping.let_go(command.call_id)
            if self._keeping.keeper is not None and not command.task.done():
                command.is_let_go = True
                self._keeping.keeper.take(
                    self._keeping.run_id, command.let_go(self._keeping.child_id)
                )

    def _expect_room(self) -> None:
        going = [each for each in self._all if not each.task.done()]
        if len(going) < MOST_RUNNING:
            return
        own = ", ".join(each.handle for each in going if each.handle in self._commands)
        advice = f"({own}); end one with stop_command first" if own else "for other agents"
        raise ToolFault(
            f"{counted(MOST_RUNNING, 'command')} run in the background already {advice}"
        )

    def _command(self, handle: str) -> "_Running":
        if command := self._commands.get(handle):
            return command
        known = ", ".join(self._commands) or "none"
        raise ToolFault(
            f"this run has no command {handle!r} in the background; it has: {known}. Those of"
            " earlier runs ended with them"
        )

    def _ended(self, command: "_Running") -> None:
        if command.is_let_go:
            return
        try:
            self._emit(command.end())
        except JournalFault:
            return  # which the run notices at its next event


class _Running:
    """One command and what it printed."""

    def __init__(self, handle: str, command: ShellCommand, shell: Shell) -> None:
        self.handle = handle
        self.line = command.line
        self.call_id = command.call_id or CallId("")
        self.is_told = False
        self.is_kept = False
        self.is_let_go = False
        self._printed = asyncio.Event()
        self._text = ""
        self._left_out = 0
        self._ended_by: EndedBy = "itself"
        self.task = asyncio.create_task(shell.run(command, self._take))

    async def first_output(self) -> None:
        """Wait a moment for the first output, or the end."""
        printing = asyncio.create_task(self._printed.wait())
        try:
            await asyncio.wait(
                {self.task, printing}, timeout=_FIRST_S, return_when=asyncio.FIRST_COMPLETED
            )
            if not self.task.done() and self._printed.is_set():
                await asyncio.wait({self.task}, timeout=_SETTLE_S)
        finally:
            printing.cancel()

    async def cancelled(self, by: EndedBy) -> None:
        """End the command, if it has not ended, and wait until nothing of it is left."""
        if not self.task.done():
            self._ended_by = by
            self.task.cancel()
            await asyncio.wait({self.task})

    def let_go(self, child_id: RunId | None) -> KeptCommand:
        """The command without its run, whose record is closed."""
        ended: asyncio.Future[BackgroundEnded] = asyncio.get_running_loop().create_future()

        def tell(_: object) -> None:
            if not ended.done():
                ended.set_result(replace(self.end(), child_id=child_id))

        self.task.add_done_callback(tell)
        return KeptCommand(handle=self.handle, end=partial(self.cancelled, "user"), ended=ended)

    def end(self) -> BackgroundEnded:
        """How it ended."""
        look = self.state()
        return BackgroundEnded(
            call_id=self.call_id,
            handle=self.handle,
            command=self.line,
            by=look.ended_by or "itself",
            exit_code=look.exit_code,
        )

    def look(self) -> BackgroundOutput:
        """How it is doing; what is given is not given again."""
        look = self.state()
        self._text, self._left_out = "", 0
        return look

    def state(self) -> BackgroundOutput:
        ended_by, exit_code, text = None, None, as_a_terminal_shows(self._text)
        if self.task.done():
            ended_by = self._ended_by
            if not self.task.cancelled() and (error := self.task.exception()) is not None:
                text += f"\n{error}"
            elif not self.task.cancelled():
                exit_code = self.task.result().exit_code
        return BackgroundOutput(
            self.handle, self.line, text, self._left_out, ended_by=ended_by, exit_code=exit_code
        )

    def _take(self, _: Stream, text: str) -> None:
        self._text += text
        if (over := len(self._text) - _MOST_CHARS) > 0:
            self._text = self._text[over:]
            self._left_out += over
        self._printed.set()
