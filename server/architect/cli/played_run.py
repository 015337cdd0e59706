"""One run of a command: opened, played to its end, and shown as it happens."""

import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from architect.app.front_end_words import FrontEndWords
from architect.app.run_modes import agent_going_on, agent_in
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.settings import workspace_root
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.answer_reader import DescriptorReader
from architect.cli.event_stream import EventStream
from architect.cli.held_printer import HeldPrinter
from architect.cli.human_log import HumanLog
from architect.cli.human_log_options import HumanLogOptions, Level
from architect.cli.next_steps import model_flags
from architect.cli.printer import Printer
from architect.cli.result_stream import ResultStream
from architect.cli.run_flag_values import RunFlags
from architect.cli.run_result import say_last_words, show_costs
from architect.cli.signals import interrupt_on_signals
from architect.cli.terminal_approver import NobodyToAsk, TerminalApprover
from architect.cli.terminal_host import TerminalPlace
from architect.cli.terminal_reply import reply_on
from architect.cli.work import Work
from architect.config.schema import Config
from architect.domain.errors import JournalFault, UnknownSessionError, UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import session_of
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.run_request import RunRequest
from architect.frozen import frozen
from architect.l10n import english, joined, shown
from architect.policy.file_rules import sensitive_files
from architect.ports.host import Host
from architect.ports.telemetry import TelemetryKeeper
from architect.services.runs import Run

if TYPE_CHECKING:
    from architect.app.next_run import NextRun


_NAMING = english(
    "name one by its id or its number in `architect sessions`, and a prompt of one word behind it"
)


@frozen(kw_only=True)
class SharedParts:
    """What the runs of one command share; `terminal` is where questions are answered, if any."""

    config: Config
    work: Work
    telemetry: TelemetryKeeper | None
    results: ResultStream
    printer: Printer
    terminal: int | None


async def play_run(flags: RunFlags, task: str, shared: SharedParts) -> tuple[AgentState, str]:
    """One run to its end, and the text of it that was shown last."""
    config, printer, terminal = shared.config, shared.printer, shared.terminal
    held = HeldPrinter(printer)
    approver = (
        NobodyToAsk() if terminal is None else TerminalApprover(held, DescriptorReader(terminal))
    )
    asked = () if isinstance(approver, NobodyToAsk) else approver.asked
    options, reply = _log_options(flags, config), reply_on(printer, held)
    log = HumanLog(held, options, asked=asked, reply=reply)
    events = (EventStream(shared.results),) if flags.events else ()
    place = _place(flags, config, shared.telemetry)
    workspace = place.workspace
    host = place.host(approver, (log, *events), config.logging, quiet=flags.quiet)
    following = await _following(flags, workspace.root)
    for note in following.notes if following and not flags.quiet else ():
        printer.line(f"architect: {shown(note)}")
    if following is not None and not flags.only_compacts:
        from architect.cli.unsent_question import task_with_unsent, unsent_in

        unsent = await unsent_in(following.root, session_of(following.run_id))
        if unsent.messages and not flags.quiet:
            secrets = sensitive_files(config.guardrails.sensitive_files)
            task, attached = await task_with_unsent(
                task, unsent, secrets=secrets, terminal=terminal, printer=printer
            )
            flags = replace(
                flags,
                attached=(*attached.text_paths, *flags.attached),
                images=(*attached.image_paths, *flags.images),
            )
    request = await shared.work.request(flags, task, workspace, config)
    config = _for_planning(config) if flags.is_planning else config
    run = await _open_run(flags, request, config, host=host, following=following)
    gc.freeze()
    gc.enable()
    interrupt_on_signals(
        run, last_words=lambda: say_last_words(run, shared.results) if flags.as_json else None
    )
    try:
        state = await run.go()
    except JournalFault as fault:
        printer.line(escape_controls(f"architect: {shown(str(fault))}"), "bad")
        state = _cut_short(run.state, fault)
    if flags.show_costs:
        show_costs(printer, state)
    return state, log.shown_text


def _place(flags: RunFlags, config: Config, telemetry: TelemetryKeeper | None) -> TerminalPlace:
    named = workspace_root(config, flags.workspace)
    return TerminalPlace(
        workspace=disk_workspace(named),
        named=named,
        config_file=flags.config,
        editable=flags.allow_edit,
        telemetry=telemetry,
    )


def _for_planning(config: Config) -> Config:
    """A plan is no finished work to be looked at."""
    settings = config.evaluation.model_copy(update={"mode": "off"})
    return config.model_copy(update={"evaluation": settings})


async def _following(flags: RunFlags, root: Path) -> "NextRun | None":
    """The next run of the session that is resumed, if one is."""
    if flags.session is None and not flags.resume_last:
        return None
    from architect.app.next_run import next_run_of
    from architect.app.sessions.naming import session_named
    from architect.cli.last_session import told_last_session_id

    if flags.session is None:
        return await next_run_of(await told_last_session_id(root), [root])
    try:
        return await next_run_of(await session_named(flags.session, root), [root])
    except UnknownSessionError as error:
        ends = " " if str(error).endswith("?") else "; "
        raise UserError(joined(ends, (str(error), _NAMING))) from error


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
    agent_of = agent_going_on if flags.prompt is None else agent_in
    request = replace(
        request,
        agent=agent_of(flags.mode, flags.agent, last=following.agent),
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


def _log_options(flags: RunFlags, config: Config) -> HumanLogOptions:
    level: Level = "error" if flags.quiet else config.logging.level
    return HumanLogOptions(
        level=level,
        stream=config.llm.stream and not flags.as_json,
        next_steps=sys.stderr.isatty() and not flags.as_json,
        workspace=flags.workspace,
        models=model_flags(flags.options.model, flags.api_base),
        words=FrontEndWords({"llm.api_base": "--api-base"} if flags.api_base else {}),
    )
