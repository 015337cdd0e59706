"""A plan first, then the work: runs of one session, with the user's word between them."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.next_run import task_to_carry_out
from architect.app.run_modes import PLANNER
from architect.cli.answer_reader import DescriptorReader
from architect.cli.printer import Printer
from architect.cli.run_flag_values import RunFlags
from architect.domain.escape_controls import escape_controls
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.l10n import t

_YES, _NO = ("y", "yes"), ("n", "no")

Play = Callable[[RunFlags, str], Awaitable[AgentState]]
"""One run with these flags, for this task, to its end."""


async def plan_then_carry_out(
    flags: RunFlags, task: str, play: Play, *, printer: Printer, terminal: int | None
) -> AgentState:
    """Have the agent `plan` plan `task`, and the agent of `flags` carry that out in its session.

    In between the user agrees, or says what to change, for which it plans again. Without a
    `terminal` nobody is asked. The state is that of the last run; one that did not plan well, or a
    plan that the user does not want, is the last.
    """
    began = time.monotonic()
    planning = replace(flags, agent=PLANNER, mode=None, dry_run=False, checks=(), is_planning=True)
    state = await play(_within(planning, began), task)
    while state.status is Status.SUCCESS and state.started is not None:
        session = state.started.session_id
        answer = await _answer(printer, terminal, session)
        if answer in _NO:
            return state
        if answer in _YES:
            work = replace(flags, agent=flags.agent or DEFAULT_AGENT, session=session, prompt=None)
            return await play(_within(work, began), task_to_carry_out())
        planning = replace(planning, session=session, prompt=answer)
        state = await play(_within(planning, began), answer)
    return state


def _within(flags: RunFlags, began: float) -> RunFlags:
    """`flags` with what is left of the time limit, which is for all runs together."""
    if flags.timeout is None:
        return flags
    return replace(flags, timeout=max(0.1, flags.timeout - (time.monotonic() - began)))


async def _answer(printer: Printer, terminal: int | None, session: str) -> str:
    """What the user says of the plan: `y`, `n`, or what to change."""
    if terminal is None:
        printer.line(t("architect: there is no terminal to ask on, so the plan is carried out"))
        return _YES[0]
    _end_at_signals()
    asked = t(
        "? Carry out this plan? Later: architect resume {session} --agent build", session=session
    )
    printer.line(asked, "title")
    reader = DescriptorReader(terminal)
    reader.forget()
    while True:
        prompt = t("  y to carry it out, n to leave it, or say what to change: ")
        line = await reader.line(prompt, printer)
        if not line:
            return _NO[0]
        said = escape_controls(line).strip()
        if said:
            return said.lower() if said.lower() in (*_YES, *_NO) else said


def _end_at_signals() -> None:
    """Let signals end the process, as nothing runs that had to be ended first."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if loop.remove_signal_handler(number):
            is_key = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if is_key else signal.SIG_DFL)
