"""Running one hook, and putting on record what came of it."""

import asyncio
import contextlib
from collections.abc import Callable

from architect.domain.errors import JournalFault, PortFault
from architect.domain.hooks import (
    TOOL_EVENTS,
    Hook,
    HookEvent,
    HookInput,
    HookOutcome,
    HookReply,
)
from architect.domain.ids import SessionId
from architect.domain.journal.call_events import HookRan
from architect.domain.shell import CommandOutcome, ShellCommand, Stream
from architect.domain.trace_context import trace_variables
from architect.execution.hooks.texts import marked_context
from architect.execution.record.event_recorder import EventRecorder
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.hooks.command_line import with_file
from architect.policy.hooks.hook_input import environment_of, standard_input_of
from architect.policy.hooks.hook_output import failure, read_output
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace

MAX_OUTPUT_CHARS = 2_000
"""Of what the journal keeps of what a hook said."""

_KEPT_LINES = 5_000
"""About a megabyte: an answer may hold the whole new content of a file."""

_AFTER_CHANGES = frozenset(
    {HookEvent.POST_TOOL_USE, HookEvent.AGENT_COMPLETE, HookEvent.SESSION_END}
)
"""Hooks that look at what was changed; an editor saves it for them."""


@frozen
class HookContext:
    """Where hooks run: with `unsandboxed_shell` outside of the sandbox.

    `saving` puts something around a shell that has changed files saved before each command.
    """

    session_id: SessionId
    workspace: Workspace
    shell: Shell
    unsandboxed_shell: Shell
    saving: Callable[[Shell], Shell]


class HookLauncher:
    """Runs hooks at their place, in bounded time and memory."""

    def __init__(self, place: HookContext, recorder: EventRecorder) -> None:
        self._place = place
        self._recorder = recorder

    async def run(self, hook: Hook, hook_input: HookInput) -> HookReply:
        """Run `hook` to its end or its time-out; what cannot be run is a failure.

        Raises:
            JournalFault: what came of it could not be recorded.
        """
        try:
            outcome = await self._shell(hook).run(self._command(hook, hook_input), _unheard)
            reply = read_output(hook, outcome)
        except PortFault as fault:
            outcome, reply = None, failure(hook, english("could not be run: {fault}", fault=fault))
        except asyncio.CancelledError:
            with contextlib.suppress(JournalFault):
                ended = HookReply(
                    HookOutcome.INTERRUPTED, problem=english("was ended with what it ran for")
                )
                self._record(hook, hook_input, ended, None)
            raise
        self._record(hook, hook_input, reply, outcome)
        return reply

    def _shell(self, hook: Hook) -> Shell:
        shell = self._place.shell if hook.sandboxed else self._place.unsandboxed_shell
        return self._place.saving(shell) if hook.event in _AFTER_CHANGES else shell

    def _command(self, hook: Hook, hook_input: HookInput) -> ShellCommand:
        root = self._place.workspace.root
        return ShellCommand(
            line=with_file(hook.command),
            cwd=root,
            timeout_s=hook.timeout_s,
            max_output_lines=_KEPT_LINES,
            env=trace_variables()
            | environment_of(hook_input, workspace=root, session_id=self._place.session_id),
            stdin=standard_input_of(hook_input),
            for_programs=True,
        )

    def _record(
        self, hook: Hook, hook_input: HookInput, reply: HookReply, outcome: CommandOutcome | None
    ) -> None:
        heard = hook_input.event not in TOOL_EVENTS and not hook.is_async
        self._recorder.emit(
            HookRan(
                hook_event=hook.event,
                name=hook.name,
                tool=hook_input.call.tool if hook_input.call else None,
                outcome=reply.outcome,
                problem=reply.problem,
                exit_code=outcome.exit_code if outcome else None,
                output=reply.text[:MAX_OUTPUT_CHARS],
                context=marked_context(hook, reply) if heard else "",
                duration_s=round(outcome.duration_s, 4) if outcome else 0.0,
            )
        )


def _unheard(_stream: Stream, _text: str) -> None:
    """What a hook prints is looked at when it has ended."""
