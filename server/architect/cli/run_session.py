"""One `architect run`: configuration, run, signals, result."""

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from architect.bootstrap.settings import option_flags, workspace_root
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.daily_cleanup import clean_up_if_wanted
from architect.cli.exit_codes import FAILED
from architect.cli.kept_telemetry import kept_telemetry
from architect.cli.played_run import SharedParts, play_run
from architect.cli.printer import Printer, stderr_printer
from architect.cli.reports import planned_reports, write_reports
from architect.cli.requested_run import requested_task
from architect.cli.result_stream import ResultStream
from architect.cli.run_flag_values import RunFlags
from architect.cli.run_result import show_result
from architect.cli.settings import told_settings
from architect.cli.terminal_for_answers import terminal_for_answers
from architect.cli.work import NothingToDoError, Task, Work
from architect.config.schema import Config
from architect.config.without_programs import without_programs
from architect.domain.agent_names import old_agent_name_note
from architect.domain.escape_controls import escape_controls
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status, StopReason
from architect.l10n import shown, t
from architect.ports.workspace import Workspace

if TYPE_CHECKING:
    from architect.cli.delivery import Delivery


def run_session(flags: RunFlags, work: Work | None = None) -> int:
    """Do it all and return the exit code; standard output carries the result and nothing else.

    Without `work` it is the task of the prompt.

    Raises:
        ArchitectError: there is no run.
    """
    with ResultStream() as results, contextlib.closing(stderr_printer()) as printer:
        config = _config(flags)
        telemetry = kept_telemetry(
            config.telemetry, lambda warning: _warn(printer, warning, quiet=flags.quiet)
        )
        if not flags.quiet and flags.agent and (note := old_agent_name_note(flags.agent)):
            printer.line(f"architect: {shown(note)}")
        # Before the event loop, which would keep Ctrl+C from ending the wait for the prompt.
        has_task = flags.only_compacts or work is not None
        task = flags.prompt or "" if has_task else requested_task(flags.prompt)
        terminal = terminal_for_answers(prompt_was_piped=flags.prompt == "-")
        with telemetry as kept:
            shared = SharedParts(
                config=config,
                work=work or Task(),
                telemetry=kept,
                results=results,
                printer=printer,
                terminal=terminal,
            )
            return asyncio.run(_session(flags, task, shared))


async def _session(flags: RunFlags, task: str, shared: SharedParts) -> int:
    config, printer, results = shared.config, shared.printer, shared.results
    workspace = disk_workspace(workspace_root(config, flags.workspace))
    reports = planned_reports(flags)
    delivery = _delivery(flags, workspace)
    state, shown_text = await _worked(flags, task, shared)
    conclusion = await shared.work.conclude(flags, state, workspace, printer)
    code = conclusion.exit_code
    if delivery is not None and not await delivery.deliver(state, printer):
        code = code or FAILED
    report = None
    if reports:
        report, written = await write_reports(reports, state, conclusion, workspace, printer)
        code = code if written else code or FAILED
    show_result(flags, results, state, shown_text, conclusion=conclusion, report=report)
    await clean_up_if_wanted(workspace.root, config.sessions)
    if results.failure is not None:
        printer.line(
            t(
                "architect: the result cannot be written: {failure}",
                failure=shown(str(results.failure)),
            ),
            "bad",
        )
        return code or FAILED
    return code


async def _worked(flags: RunFlags, task: str, shared: SharedParts) -> tuple[AgentState, str]:
    """The last state of what the command runs, and the text of it that was shown last."""
    shown_text = ""

    async def play(flags: RunFlags, task: str) -> AgentState:
        nonlocal shown_text
        state, shown_text = await play_run(flags, task, shared)
        return state

    printer = shared.printer
    try:
        if not flags.plan_first:
            return await play_run(flags, task, shared)
        from architect.cli.plan_first import plan_then_carry_out

        state = await plan_then_carry_out(
            flags, task, play, printer=printer, terminal=shared.terminal
        )
        return state, shown_text
    except NothingToDoError as nothing:
        printer.line(escape_controls(f"architect: {shown(str(nothing))}"))
        state = AgentState(
            status=Status.SUCCESS, stop_reason=StopReason.LLM_DONE, output=str(nothing)
        )
        return state, ""


def _warn(printer: Printer, warning: str, *, quiet: bool) -> None:
    if not quiet:
        printer.line(escape_controls(f"architect: {shown(warning)}"), "warning")


def _delivery(flags: RunFlags, workspace: Workspace) -> "Delivery | None":
    if flags.export_patch is None and flags.commit is None and flags.branch is None:
        return None
    from architect.cli.delivery import Delivery

    return Delivery(flags, workspace)


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
