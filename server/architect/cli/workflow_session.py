"""One workflow on the command line: configuration, signals, lines, result."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from architect.app.workflows.evaluation_result import evaluation_of
from architect.app.workflows.evaluation_table import as_table
from architect.app.workflows.front import Front
from architect.app.workflows.in_place import InPlaceExecutor
from architect.app.workflows.listing import expect_workflow
from architect.app.workflows.opening import flags_of
from architect.app.workflows.summary import workflow_summary
from architect.app.workflows.workflow_report import read_workflow_report
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.runtime import kill_what_was_started
from architect.bootstrap.settings import workspace_root
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.answer_reader import DescriptorReader
from architect.cli.approval_question import ApprovalQuestion
from architect.cli.evaluation_files import write_evaluation
from architect.cli.exit_codes import FAILED, INTERRUPTED, PARTIAL, SUCCESS, WAITING
from architect.cli.held_printer import HeldPrinter
from architect.cli.human_log_options import HumanLogOptions
from architect.cli.printer import stderr_printer
from architect.cli.reports import plan, written
from architect.cli.result_stream import ResultStream
from architect.cli.run_exit_code import exit_code_of_error
from architect.cli.settings import told_settings
from architect.cli.sinks import technical_sinks
from architect.cli.terminal_approver import NobodyToAsk, TerminalApprover
from architect.cli.terminal_for_answers import terminal_for_answers
from architect.cli.unit_logs import UnitLogs
from architect.cli.workflow_flags import WorkflowFlags
from architect.cli.workflow_lines import WorkflowLines
from architect.config.schema import Config
from architect.domain.ids import WorkflowId
from architect.domain.outcome import Status
from architect.domain.workflows.events import WorkflowEvent
from architect.domain.workflows.state import WorkflowState
from architect.leaving import leave
from architect.ports.host import Host
from architect.workflows.coordinator import Coordinator

Opened = Callable[[Front, AsyncExitStack], Awaitable[Coordinator]]
"""Begins a workflow, or resumes one."""

_OF_MODELS = ("model", "api_base", "reasoning")
"""The flags that are recorded with a workflow."""

_EXIT_CODES = {Status.SUCCESS: SUCCESS, Status.PARTIAL: PARTIAL, Status.FAILED: FAILED}


def run_workflow(flags: WorkflowFlags, opened: Opened, *, resumed: WorkflowId | None = None) -> int:
    """Carry out what `opened` gives, and give the exit code.

    One that is `resumed` has the model with which it began, where `flags` name no other.

    Raises:
        ArchitectError: there is no workflow.
    """
    with ResultStream() as results, contextlib.closing(stderr_printer()) as printer:
        config = _config(flags)
        if resumed is not None:
            flags = _as_begun(flags, workspace_root(config, flags.workspace), resumed)
            config = _config(replace(flags, quiet=True))
        reports = plan(flags.report, flags.report_files)
        held = HeldPrinter(printer)
        state = asyncio.run(_carried_out(flags, config, held, opened))
        printed, is_written = None, True
        if reports and state.started is not None:
            root = workspace_root(config, flags.workspace)
            report = read_workflow_report(root, state.started.workflow_id)
            printed, is_written = written(reports, report, printer)
        if flags.as_json:
            results.write_json(workflow_summary(state))
        elif printed is not None:
            results.write_text(printed)
        elif (evaluation := evaluation_of(state)) is not None:
            results.write_text(as_table(evaluation))
        elif state.finished is not None and not results.is_terminal:
            results.write_text(f"{state.finished.status}: {state.finished.reason}\n")
        is_written &= write_evaluation(state, held)
        code = _exit_code(state)
        return code if is_written else code or FAILED


def _as_begun(flags: WorkflowFlags, root: Path, workflow_id: WorkflowId) -> WorkflowFlags:
    expect_workflow(root, workflow_id)
    if flags.model or flags.api_base:
        return flags  # an address belongs to its model
    before = flags_of(workflow_id, root, os.environ)
    if flags.reasoning:
        before.pop("reasoning", None)
    return replace(flags, **{name: before[name] for name in _OF_MODELS if name in before})


def _exit_code(state: WorkflowState) -> int:
    if state.finished is not None:
        code = _EXIT_CODES[state.finished.status]
        return _of_one_error(state) or code if code == FAILED else code
    return WAITING if state.paused and state.paused.waiting_for else INTERRUPTED


def _of_one_error(state: WorkflowState) -> int | None:
    """The exit code of the error that all units ended with, if it is one for all."""
    results = [unit.result for unit in state.units.values() if unit.result is not None]
    kinds = {None if each.error is None else each.error.kind for each in results}
    kind = next(iter(kinds)) if len(kinds) == 1 else None
    return None if kind is None else exit_code_of_error(kind)


async def _carried_out(
    flags: WorkflowFlags, config: Config, printer: HeldPrinter, opened: Opened
) -> WorkflowState:
    terminal = terminal_for_answers(prompt_was_piped=False)
    approver = (
        NobodyToAsk() if terminal is None else TerminalApprover(printer, DescriptorReader(terminal))
    )
    asked = () if isinstance(approver, NobodyToAsk) else approver.asked
    level = "error" if flags.quiet else config.logging.level
    logs = UnitLogs(printer, HumanLogOptions(level=level, stream=config.llm.stream), asked=asked)
    lines = None if flags.quiet else WorkflowLines(logs.printer)

    def watch(event: WorkflowEvent, state: WorkflowState) -> None:
        logs.take(event, state)
        if lines is not None:
            lines.show(event, state)

    host = Host(
        workspace=disk_workspace(workspace_root(config, flags.workspace)),
        own_files=(flags.config.resolve(),) if flags.config else (),
        approver=approver,
        sinks=(logs, *technical_sinks(config.logging, quiet=flags.quiet)),
    )
    credentials = await Credentials(os.environ, flags.api_key).with_kept(config.llm)
    front = Front(
        root=host.workspace.root,
        config=config,
        load=lambda file: _config(replace(flags, config=file)),
        credentials=credentials,
        watch=watch,
        in_place=partial(InPlaceExecutor, config, host, credentials),
        flags={name: value for name in _OF_MODELS if (value := getattr(flags, name)) is not None},
        approve=None if isinstance(approver, NobodyToAsk) else ApprovalQuestion(approver),
    )
    async with AsyncExitStack() as resources:
        coordinator = await opened(front, resources)
        _stop_on_signals(coordinator)
        return await coordinator.run()


def _stop_on_signals(coordinator: Coordinator) -> None:
    """The first signal stops the workflow, so that it can be resumed; the second leaves at once."""
    count = 0

    def take() -> None:
        nonlocal count
        count += 1
        if count == 1:
            coordinator.stop()
            return
        kill_what_was_started()
        leave(INTERRUPTED)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, take)


def _config(flags: WorkflowFlags) -> Config:
    settings: dict[str, Any] = {
        "llm.model": flags.model,
        "llm.api_base": flags.api_base,
        "llm.reasoning_effort": flags.reasoning,
        "parallel.executor": flags.chosen_executor,
        "parallel.scheduler": flags.scheduler,
        "parallel.unit_retries": flags.unit_retries,
        "parallel.send_keys": flags.send_keys or None,
        "logging.level": flags.log_level,
        "logging.verbose": min(flags.verbose, 2) or None,
        "mcp.enabled": False if flags.disable_mcp else None,
    }
    return told_settings(
        flags.config,
        flags.workspace,
        settings,
        trust_project=flags.trust_project,
        quiet=flags.quiet,
    )
