"""One `architect run`: configuration, run, signals, result."""

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from architect.agent.catalog import DEFAULT_AGENT
from architect.agent.prompt_files import prompt as prompt_file
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import continued_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.settings import workspace_root
from architect.bootstrap.workspaces import disk_workspace, version_control
from architect.cli.event_stream import EventStream
from architect.cli.exit_codes import FAILED, PARTIAL
from architect.cli.human_log import HumanLog, HumanLogOptions, Level
from architect.cli.printer import Printer, stderr_printer
from architect.cli.result_stream import ResultStream
from architect.cli.run_exit_code import run_exit_code
from architect.cli.settings import told_settings
from architect.cli.signals import interrupt_on_signals
from architect.cli.sinks import technical_sinks
from architect.cli.terminal_approver import NobodyToAsk, TerminalApprover
from architect.config.schema import Config
from architect.domain.errors import JournalFault, UnknownSessionError, UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import session_of
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.run_request import Attachment, RunRequest
from architect.domain.verdict import ConfirmMode
from architect.ports.host import Host
from architect.ports.workspace import Workspace
from architect.services.cost_line import cost_line
from architect.services.runs import Run
from architect.services.summary import run_summary


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The flags of `architect run` and `architect resume`, as click hands them over.

    A `prompt` of None is for a `session` that goes on where it stopped.
    """

    prompt: str | None
    session: str | None = None
    config: Path | None = None
    agent: str | None = None
    mode: str | None = None
    workspace: Path | None = None
    dry_run: bool = False
    model: str | None = None
    api_base: str | None = None
    api_key: str | None = None
    no_stream: bool = False
    verbose: int = 0
    log_level: str | None = None
    log_file: Path | None = None
    max_steps: int | None = None
    timeout: float | None = None
    as_json: bool = False
    events: bool = False
    quiet: bool = False
    commands: bool | None = None
    context_git_diff: str | None = None
    exit_code_on_partial: int = PARTIAL
    budget: float | None = None
    show_costs: bool = False
    checks: tuple[str, ...] = ()
    trust_project: bool = False


def run_session(options: RunOptions) -> int:
    """Do it all and return the exit code; standard output carries the result and nothing else.

    Raises:
        ArchitectError: there is no run.
    """
    with ResultStream() as results, contextlib.closing(stderr_printer()) as printer:
        config = _config(options)
        # Before the event loop, which would keep Ctrl+C from ending the wait for the prompt.
        task = _task(options.prompt)
        return asyncio.run(_session(options, config, task, results=results, printer=printer))


async def _session(
    options: RunOptions, config: Config, task: str, *, results: ResultStream, printer: Printer
) -> int:
    workspace = disk_workspace(workspace_root(config, options.workspace))
    log = HumanLog(printer, _log_options(options, config))
    asks = sys.stdin.isatty() and sys.stderr.isatty()
    host = Host(
        workspace=workspace,
        approver=TerminalApprover(printer) if asks else NobodyToAsk(),
        sinks=(
            log,
            *((EventStream(results),) if options.events else ()),
            *technical_sinks(config.logging, quiet=options.quiet),
        ),
    )
    run = await _open_run(options, await _request(options, task, workspace), config, host=host)
    interrupt_on_signals(
        run, last_words=lambda: _say_last_words(run, results) if options.as_json else None
    )
    try:
        state = await run.go()
    except JournalFault as fault:
        printer.line(escape_controls(f"architect: {fault}"), "bad")
        state = _cut_short(run.state, fault)
    if options.show_costs:
        _show_costs(printer, state)
    _show_result(options, results, state, log)
    code = run_exit_code(state, on_partial=options.exit_code_on_partial)
    if results.failure is not None:
        printer.line(f"architect: the result cannot be written: {results.failure}", "bad")
        return code or FAILED
    return code


async def _open_run(options: RunOptions, request: RunRequest, config: Config, *, host: Host) -> Run:
    factory = RunFactory(RunParts(config, host, Credentials(os.environ, options.api_key)))
    if options.session is None:
        return await factory.open(request)
    from architect.app.resume import next_run_of

    root = host.workspace.root
    try:
        following = await next_run_of(options.session, [root])
    except UnknownSessionError as error:
        raise UserError(f"{error}; `architect sessions` lists them") from error
    request = replace(request, agent=options.agent or following.agent)
    session_id = session_of(following.run_id)
    return await factory.open(
        request, await continued_session(root, session_id, run_id=following.run_id)
    )


def _cut_short(state: AgentState, fault: JournalFault) -> AgentState:
    """What is known of a run whose record could not be kept to its end."""
    return replace(
        state,
        status=Status.FAILED,
        stop_reason=StopReason.INTERNAL_ERROR,
        error=RunError(ErrorKind.INTERNAL, str(fault)),
    )


def _config(options: RunOptions) -> Config:
    flags: dict[str, Any] = {
        "llm.model": options.model,
        "llm.api_base": options.api_base,
        "llm.stream": False if options.no_stream else None,
        "logging.level": options.log_level,
        "logging.file": options.log_file,
        "logging.verbose": min(options.verbose, 2) or None,
        "commands.enabled": options.commands,
        "costs.budget_usd": options.budget,
    }
    return told_settings(
        options.config,
        options.workspace,
        flags,
        trust_project=options.trust_project,
        quiet=options.quiet,
    )


def _log_options(options: RunOptions, config: Config) -> HumanLogOptions:
    level: Level = "error" if options.quiet else config.logging.level
    return HumanLogOptions(level=level, stream=config.llm.stream and not options.as_json)


async def _request(options: RunOptions, task: str, workspace: Workspace) -> RunRequest:
    attachments: list[Attachment] = []
    if options.context_git_diff is not None:
        try:
            diff = await version_control(workspace).diff(options.context_git_diff)
        except VcsFault as fault:
            raise UserError(f"--context-git-diff: {fault}") from fault
        attachments.append(Attachment("git-diff", options.context_git_diff, diff or "(no changes)"))
    return RunRequest(
        task=task,
        agent=options.agent or DEFAULT_AGENT,
        mode=ConfirmMode(options.mode) if options.mode else None,
        max_steps=options.max_steps,
        timeout_s=options.timeout,
        dry_run=options.dry_run,
        attachments=tuple(attachments),
        checks=options.checks,
    )


def _task(prompt: str | None) -> str:
    if prompt is None:
        return prompt_file("tasks/go_on")
    task = _standard_input().decode("utf-8", "replace") if prompt == "-" else prompt
    if not task.strip():
        raise UserError("the prompt is empty; describe a task, or use '-' to read it from stdin")
    return task


def _say_last_words(run: Run, results: ResultStream) -> None:
    """Whoever waits for a document gets what is known so far, unless the result is on its way."""
    if run.state.status is None:
        interrupted = replace(run.state, stop_reason=StopReason.USER_INTERRUPT)
        results.write_json(_summary(interrupted))


def _standard_input() -> bytes:
    # Piece by piece: a single read to the end would miss a Ctrl+C between two of its own reads.
    return b"".join(iter(lambda: os.read(0, 1 << 16), b""))


def _show_result(
    options: RunOptions, results: ResultStream, state: AgentState, log: HumanLog
) -> None:
    if options.as_json:
        results.write_json(_summary(state))
        return
    if options.events or not state.output:
        return
    text = state.output.rstrip("\n") + "\n"
    if not results.is_terminal:
        results.write_text(text)
    elif not (sys.stderr.isatty() and log.shown_text == state.output):
        results.write_text(escape_controls(text))


def _summary(state: AgentState) -> dict[str, Any]:
    return run_summary(state, state.started.session_id if state.started else None)


def _show_costs(printer: Printer, state: AgentState) -> None:
    printer.line(f"costs: {cost_line(state.spending)}")
    for source, spending in state.spending.by_source.items():
        printer.line(f"  {source}: {cost_line(spending)}")
