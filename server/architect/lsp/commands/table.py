"""The commands by name."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from architect.lsp.commands.about import agents, info
from architect.lsp.commands.answer import answer
from architect.lsp.commands.cancel import cancel
from architect.lsp.commands.diff import diff
from architect.lsp.commands.events import events
from architect.lsp.commands.findings import findings
from architect.lsp.commands.fix import fix
from architect.lsp.commands.hunks import hunks
from architect.lsp.commands.keep import keep
from architect.lsp.commands.resume import resume
from architect.lsp.commands.review import review
from architect.lsp.commands.run import run
from architect.lsp.commands.runs import runs
from architect.lsp.commands.sessions import sessions
from architect.lsp.commands.transcript import transcript
from architect.lsp.commands.undo import undo
from architect.lsp.daemon import Daemon

Command = Callable[[Daemon, Any, str | int | None], Awaitable[Mapping[str, Any]]]
"""From the argument and the client's progress token to the result."""

COMMANDS: dict[str, Command] = {
    "architect.run": run,
    "architect.resume": resume,
    "architect.review": review,
    "architect.fix": fix,
    "architect.cancel": cancel,
    "architect.answer": answer,
    "architect.runs": runs,
    "architect.events": events,
    "architect.diff": diff,
    "architect.transcript": transcript,
    "architect.undo": undo,
    "architect.hunks": hunks,
    "architect.keep": keep,
    "architect.findings": findings,
    "architect.sessions": sessions,
    "architect.agents": agents,
    "architect.info": info,
}
