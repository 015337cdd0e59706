"""One `architect run`: configuration, run, signals, result."""

import asyncio
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from architect.bootstrap.runs import Secrets, open_run
from architect.bootstrap.workspaces import disk_workspace, version_control
from architect.cli.event_stream import EventStream
from architect.cli.exit_codes import INTERRUPTED, exit_code, exit_code_of
from architect.cli.human_log import HumanLog, HumanLogOptions, Level
from architect.cli.printer import Printer, stderr_printer
from architect.cli.result_stream import ResultStream
from architect.cli.settings import load_settings
from architect.cli.sinks import technical_sinks
from architect.cli.terminal_approver import NobodyToAsk, TerminalApprover
from architect.config.schema import Config
from architect.domain.errors import ArchitectError, UserError, VcsFault
from architect.domain.state import AgentState
from architect.domain.verdict import ConfirmMode
from architect.ports.host import Host
from architect.ports.workspace import Workspace
from architect.services.cost_line import cost_line
from architect.services.requests import RunRequest
from architect.services.runs import Run
from architect.services.summary import run_summary


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The flags of `architect run`, as click hands them over."""

    prompt: str
    config: Path | None = None
    agent: str = "build"
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
    exit_code_on_partial: int = 2
    budget: float | None = None
    show_costs: bool = False


def run_session(options: RunOptions) -> int:
    """Do it all and return the exit code; standard output carries the result and nothing else."""
    results = ResultStream()
    printer = stderr_printer()
    try:
        return asyncio.run(_session(options, results, printer))
    except ArchitectError as error:
        for line in str(error).split("\n"):
            printer.line(f"architect: {line}", "bad")
        if options.as_json:
            results.write_json(_error_document(error))
        return exit_code_of(error)


async def _session(options: RunOptions, results: ResultStream, printer: Printer) -> int:
    if options.as_json and options.events:
        raise UserError("--json and --events both want standard output; choose one")
    config = _config(options)
    workspace = disk_workspace(_root(options, config))
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
    secrets = Secrets(os.environ, options.api_key)
    run = open_run(await _request(options, workspace), config, host=host, secrets_=secrets)
    _interrupt_on_signals(run)
    state = await run.go()
    _show_result(options, results, state, log)
    if options.show_costs:
        _show_costs(printer, state)
    return exit_code(state, on_partial=options.exit_code_on_partial)


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
    return load_settings(options.config, options.workspace, flags)


def _root(options: RunOptions, config: Config) -> Path:
    return options.workspace or config.workspace.root


def _log_options(options: RunOptions, config: Config) -> HumanLogOptions:
    level: Level = "error" if options.quiet else config.logging.level
    return HumanLogOptions(level=level, stream=config.llm.stream and not options.as_json)


async def _request(options: RunOptions, workspace: Workspace) -> RunRequest:
    attachments: list[tuple[str, str]] = []
    if options.context_git_diff is not None:
        try:
            diff = await version_control(workspace).diff(options.context_git_diff)
        except VcsFault as fault:
            raise UserError(f"--context-git-diff: {fault}") from fault
        attachments.append((f"git-diff from={options.context_git_diff!r}", diff or "(no changes)"))
    return RunRequest(
        task=_task(options.prompt),
        agent=options.agent,
        mode=ConfirmMode(options.mode) if options.mode else None,
        max_steps=options.max_steps,
        timeout_s=options.timeout,
        dry_run=options.dry_run,
        attachments=tuple(attachments),
    )


def _task(prompt: str) -> str:
    task = sys.stdin.read() if prompt == "-" else prompt
    if not task.strip():
        raise UserError("the prompt is empty; say what is to be done, or pipe it in with '-'")
    return task


def _interrupt_on_signals(run: Run) -> None:
    """The first signal ends the run cleanly, the second leaves at once."""
    asked = False

    def on_signal() -> None:
        nonlocal asked
        if asked:
            os._exit(INTERRUPTED)
        asked = True
        run.interrupt()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal)


def _show_result(
    options: RunOptions, results: ResultStream, state: AgentState, log: HumanLog
) -> None:
    if options.as_json:
        session_id = state.started.session_id if state.started else None
        results.write_json(run_summary(state, session_id))
        return
    # On a terminal the answer was just streamed to the same screen.
    seen = results.is_terminal and log.streamed_text == state.output
    if not options.events and state.output and not seen:
        results.write_text(state.output.rstrip("\n") + "\n")


def _show_costs(printer: Printer, state: AgentState) -> None:
    printer.line(f"costs: {cost_line(state.spending)}")
    for source, spending in state.spending.by_source.items():
        printer.line(f"  {source}: {cost_line(spending)}")


def _error_document(error: ArchitectError) -> dict[str, Any]:
    kind = "configuration" if isinstance(error, UserError) else type(error).__name__
    document = run_summary(AgentState(), None)
    return document | {"error": {"kind": kind, "message": str(error)}}
