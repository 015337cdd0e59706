"""One `architect run`: configuration, run, signals, result."""

import asyncio
import contextlib
import gc
import os
import sys
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.settings import option_flags, workspace_root
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.event_stream import EventStream
from architect.cli.exit_codes import FAILED
from architect.cli.held_printer import HeldPrinter
from architect.cli.human_log import HumanLog, HumanLogOptions, Level
from architect.cli.printer import Printer, stderr_printer
from architect.cli.reports import planned_reports, write_reports
from architect.cli.requested_run import requested_task
from architect.cli.result_stream import ResultStream
from architect.cli.run_flag_values import RunFlags
from architect.cli.run_result import say_last_words, show_costs, show_result
from architect.cli.settings import told_settings
from architect.cli.signals import interrupt_on_signals
from architect.cli.sinks import technical_sinks
from architect.cli.terminal_approver import NobodyToAsk, TerminalApprover
from architect.cli.terminal_for_answers import terminal_for_answers
from architect.cli.work import NothingToDoError, Task, Work
from architect.config.schema import Config
from architect.config.without_programs import without_programs
from architect.domain.agent_names import old_agent_name_note
from architect.domain.errors import JournalFault, UnknownSessionError, UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.run_request import RunRequest
from architect.ports.approver import Approver
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.telemetry import TelemetryKeeper
from architect.ports.workspace import Workspace
from architect.services.runs import Run

if TYPE_CHECKING:
    from architect.app.next_run import NextRun
    from architect.cli.delivery import Delivery


def run_session(flags: RunFlags, work: Work | None = None) -> int:
    """Do it all and return the exit code; standard output carries the result and nothing else.

    Without `work` it is the task of the prompt.

    Raises:
        ArchitectError: there is no run.
    """
    with ResultStream() as results, contextlib.closing(stderr_printer()) as printer:
        config = _config(flags)
        telemetry = _telemetry(config, printer, quiet=flags.quiet)
        if not flags.quiet and flags.agent and (note := old_agent_name_note(flags.agent)):
            printer.line(f"architect: {note}")
        # Before the event loop, which would keep Ctrl+C from ending the wait for the prompt.
        has_task = flags.only_compacts or work is not None
        task = flags.prompt or "" if has_task else requested_task(flags.prompt)
        with telemetry as kept:
            return asyncio.run(
                _session(
                    flags, config, task, work or Task(), kept, results=results, printer=printer
                )
            )


async def _session(
    flags: RunFlags,
    config: Config,
    task: str,
    work: Work,
    telemetry: TelemetryKeeper | None,
    *,
    results: ResultStream,
    printer: Printer,
) -> int:
    terminal = terminal_for_answers(prompt_was_piped=flags.prompt == "-")
    workspace = disk_workspace(workspace_root(config, flags.workspace))
    reports = planned_reports(flags)
    delivery = _delivery(flags, workspace)
    shown_text = ""

    async def play(flags: RunFlags, task: str) -> AgentState:
        nonlocal shown_text
        state, shown_text = await _played(
            flags,
            config,
            task,
            work,
            telemetry,
            results=results,
            printer=printer,
            terminal=terminal,
        )
        return state

    try:
        if flags.plan_first:
            from architect.cli.plan_first import plan_then_carry_out

            state = await plan_then_carry_out(flags, task, play, printer=printer, terminal=terminal)
        else:
            state = await play(flags, task)
    except NothingToDoError as nothing:
        printer.line(escape_controls(f"architect: {nothing}"))
        state = AgentState(
            status=Status.SUCCESS, stop_reason=StopReason.LLM_DONE, output=str(nothing)
        )
    conclusion = await work.conclude(flags, state, workspace, printer)
    code = conclusion.exit_code
    if delivery is not None and not await delivery.deliver(state, printer):
        code = code or FAILED
    report = None
    if reports:
        report, written = await write_reports(reports, state, conclusion, workspace, printer)
        code = code if written else code or FAILED
    show_result(flags, results, state, shown_text, conclusion=conclusion, report=report)
    if config.sessions.cleans_up:
        from architect.app.cleanup import clean_up_daily

        await clean_up_daily(workspace.root, config.sessions, now=time.time())
    if results.failure is not None:
        printer.line(f"architect: the result cannot be written: {results.failure}", "bad")
        return code or FAILED
    return code


async def _played(
    flags: RunFlags,
    config: Config,
    task: str,
    work: Work,
    telemetry: TelemetryKeeper | None,
    *,
    results: ResultStream,
    printer: Printer,
    terminal: int | None,
) -> tuple[AgentState, str]:
    """One run to its end, and the text of it that was shown last."""
    held = HeldPrinter(printer)
    approver = NobodyToAsk() if terminal is None else TerminalApprover(held, terminal)
    asked = () if isinstance(approver, NobodyToAsk) else approver.asked
    log = HumanLog(held, _log_options(flags, config), asked=asked)
    events = (EventStream(results),) if flags.events else ()
    host = replace(_host(flags, config, approver, (log, *events)), telemetry=telemetry)
    workspace = host.workspace
    following = await _following(flags, workspace.root)
    for note in following.notes if following and not flags.quiet else ():
        printer.line(f"architect: {note}")
    request = await work.request(flags, task, workspace, config)
    config = _for_planning(config) if flags.is_planning else config
    run = await _open_run(flags, request, config, host=host, following=following)
    gc.freeze()
    gc.enable()
    interrupt_on_signals(
        run, last_words=lambda: say_last_words(run, results) if flags.as_json else None
    )
    try:
        state = await run.go()
    except JournalFault as fault:
        printer.line(escape_controls(f"architect: {fault}"), "bad")
        state = _cut_short(run.state, fault)
    if flags.show_costs:
        show_costs(printer, state)
    return state, log.shown_text


@contextlib.contextmanager
def _telemetry(
    config: Config, printer: Printer, *, quiet: bool
) -> Generator["TelemetryKeeper | None"]:
    """What keeps the exporters of telemetry, if there is any; at the end it sends what is left."""
    if not config.telemetry.enabled:
        yield None
        return
    from architect.bootstrap.telemetry import KeptTelemetry

    warnings: list[str] = []
    kept = KeptTelemetry(warnings.append)
    try:
        yield kept
    finally:
        kept.close()
        for warning in () if quiet else warnings:
            printer.line(escape_controls(f"architect: {warning}"), "warning")


def _host(flags: RunFlags, config: Config, approver: Approver, sinks: Sequence[EventSink]) -> Host:
    named = workspace_root(config, flags.workspace)
    return Host(
        workspace=disk_workspace(named),
        aliases=(_as_named(named),),
        own_files=(flags.config.resolve(),) if flags.config else (),
        editable=flags.allow_edit,
        approver=approver,
        sinks=(*sinks, *technical_sinks(config.logging, quiet=flags.quiet)),
    )


def _delivery(flags: RunFlags, workspace: Workspace) -> "Delivery | None":
    if flags.export_patch is None and flags.commit is None and flags.branch is None:
        return None
    from architect.cli.delivery import Delivery

    return Delivery(flags, workspace)


def _for_planning(config: Config) -> Config:
    """A plan is no finished work to be looked at."""
    settings = config.evaluation.model_copy(update={"mode": "off"})
    return config.model_copy(update={"evaluation": settings})


async def _following(flags: RunFlags, root: Path) -> "NextRun | None":
    """The next run of the session that is resumed, if one is."""
    if flags.session is None and not flags.resume_last:
        return None
    from architect.app.next_run import last_session_id, next_run_of

    try:
        return await next_run_of(flags.session or await last_session_id(root), [root])
    except UnknownSessionError as error:
        raise UserError(f"{error}; `architect sessions` lists them") from error


async def _open_run(
    flags: RunFlags,
    request: RunRequest,
    config: Config,
    *,
    host: Host,
    following: "NextRun | None",
) -> Run:
    credentials = await Credentials(os.environ, flags.api_key).with_kept(config.llm)
    factory = RunFactory(ConfiguredParts(config, host, credentials))
    if following is None:
        return await factory.open(request)
    from architect.services.task_names import run_name

    title = "" if request.title == "" else run_name("resume", following.resumed)
    if flags.only_compacts:
        title = "Compact the context"
    request = replace(
        request,
        agent=flags.agent or following.agent,
        title=title,
        only_compacts=flags.only_compacts,
    )
    return await factory.open(request, await open_session(following.root, following.run_id))


def _cut_short(state: AgentState, fault: JournalFault) -> AgentState:
    """What is known of a run whose record could not be kept to its end."""
    return replace(
        state,
        status=Status.FAILED,
        stop_reason=StopReason.INTERNAL_ERROR,
        error=RunError(ErrorKind.INTERNAL, str(fault)),
    )


def _config(flags: RunFlags) -> Config:
    settings: dict[str, Any] = {
        **option_flags(flags.options),
        "llm.api_base": flags.api_base,
        "llm.stream": False if flags.no_stream else None,
        "evaluation.mode": flags.self_eval,
        "health.enabled": flags.health or flags.fail_on_worse or None,
        "health.fail_on_worse": flags.fail_on_worse or None,
        "logging.level": flags.log_level,
        "logging.file": flags.log_file,
        "logging.verbose": min(flags.verbose, 2) or None,
        "commands.enabled": flags.commands,
        "mcp.enabled": False if flags.disable_mcp else None,
    }
    config = told_settings(
        flags.config,
        flags.workspace,
        settings,
        trust_project=flags.trust_project,
        quiet=flags.quiet,
    )
    return without_programs(config) if flags.no_programs else config


def _log_options(flags: RunFlags, config: Config) -> HumanLogOptions:
    level: Level = "error" if flags.quiet else config.logging.level
    return HumanLogOptions(
        level=level,
        stream=config.llm.stream and not flags.as_json,
        next_steps=sys.stderr.isatty() and not flags.as_json,
        workspace=flags.workspace,
    )


def _as_named(folder: Path) -> Path:
    """The absolute path of `folder` as the user knows it, who may have come there through links."""
    current = Path(os.environ.get("PWD", ""))
    with contextlib.suppress(OSError):
        if current.is_absolute() and current.samefile("."):
            return Path(os.path.normpath(current / folder))
    return folder.absolute()
