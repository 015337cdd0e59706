"""A run, put together from the configuration and what the face brings."""

import platform
from pathlib import Path

from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.system_clock import SystemClock
from architect.agent.agent import Agent
from architect.agent.catalog import all_agents, find_agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop
from architect.agent.prompt_files import prompt
from architect.agent.run_parts import AgentParts
from architect.bootstrap.crashes import crash_log
from architect.bootstrap.credentials import Credentials
from architect.bootstrap.grants import open_grants
from architect.bootstrap.guardrails import completion_rules, guardrails, required_gates
from architect.bootstrap.hooks import open_hooks
from architect.bootstrap.models import open_model
from architect.bootstrap.price_list import load_prices
from architect.bootstrap.proposals import proposing
from architect.bootstrap.sandbox import open_free_shell, open_shell
from architect.bootstrap.searches import open_search
from architect.bootstrap.session_opening import OpenSession, new_session, new_session_id
from architect.bootstrap.tools import local_tools
from architect.config.schema import Config
from architect.domain.events import RunStarted
from architect.domain.verdict import ConfirmMode, EditReview
from architect.execution.confirm import ConfirmationGate
from architect.execution.engine import ExecutionEngine
from architect.execution.event_recorder import EventRecorder
from architect.execution.gate_runner import GateRunner
from architect.execution.hook_triggers import HookTriggers
from architect.execution.outside import EngineRules, Outside
from architect.execution.stop_signal import StopSignal
from architect.execution.tainted_shell import TaintedShell
from architect.policy.confirmation import ConfirmationPolicy
from architect.ports.clock import Clock
from architect.ports.hooks import HookRunner
from architect.ports.host import Host
from architect.ports.originals import Originals
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace
from architect.services.project_rules import project_rules
from architect.services.requests import RunRequest, opening_message, outside_sources
from architect.services.runs import Run, RunParts


async def open_run(
    request: RunRequest,
    config: Config,
    *,
    host: Host,
    credentials: Credentials,
    session: OpenSession | None = None,
) -> Run:
    """A run that is ready to go, in a new session if none is given; nothing has happened yet.

    Raises:
        UserError: the request or the configuration names something that does not exist.
        AuthenticationFailedError: there is no key for the model.
    """
    clock, stop = SystemClock(), StopSignal()
    host = proposing(host) if request.proposes else host
    session = session or new_session(host.workspace.root, new_session_id(clock))
    agent = find_agent(all_agents(config.agents), request.agent)
    mode = request.mode or agent.confirm_mode
    limits = _limits(request, config, agent)
    model = open_model(
        config.llm,
        credentials.environ,
        api_key=credentials.api_key,
        scripts=Path(),
        lent=host.model,
    )
    enabled_hooks = tuple(config.hooks.enabled())
    triggers = HookTriggers({hook.event for hook in enabled_hooks})
    recorder = EventRecorder(
        session.run_id,
        journal=session.journal,
        sinks=(*host.sinks, triggers),
        clock=clock,
        redactor=credentials.redactor(config),
        state=session.conversation,
    )
    shell = open_shell(config, credentials.environ, host.workspace.root)
    hooks = open_hooks(
        enabled_hooks,
        host,
        shell=shell,
        free_shell=open_free_shell(config, credentials.environ),
        session_id=session.journal.session_id,
        recorder=recorder,
        triggers=triggers,
    )
    registry = local_tools(
        config.workspace,
        config.commands,
        root=host.workspace.root,
        home=credentials.environ.get("HOME"),
        allowed=agent.allowed_tools,
    )
    completion = completion_rules(
        config.guardrails,
        request.checks,
        registry.allowed(agent.allowed_tools),
        skipped=_unchecked(request),
    )
    outside = _outside(
        host, config, shell=shell, clock=clock, originals=session.originals, hooks=hooks
    )
    engine = ExecutionEngine(
        registry,
        outside,
        EngineRules(
            agent.allowed_tools,
            request.dry_run,
            config.context.max_tool_result_tokens,
            watches_tests=completion.tests_after_edits,
            proposes=request.proposes,
        ),
        confirmation=_confirmation(request, mode, host, stop),
        recorder=recorder,
    )
    tools = registry.get_schemas(agent.allowed_tools)
    parts = AgentParts(
        model=model,
        tools=tools,
        engine=engine,
        recorder=recorder,
        journal=session.journal,
        clock=clock,
        stop=stop,
        context=ContextManager(config.context.max_context_tokens, tools),
        costs=CostTracker(config.llm.model, load_prices(config.costs), limits),
        gates=_gate_runner(outside.shell, host, recorder),
        hooks=hooks,
    )
    loop = AgentLoop(
        parts, limits, completion=completion, parallel_reads=config.context.parallel_tools
    )
    started = await _started(
        request, config, agent, mode=mode, journal=session.journal, host=host, completion=completion
    )
    run_parts = RunParts(loop, recorder, stop, model, session.journal, clock, crash_log(), hooks)
    return Run(started, run_parts, taints=outside_sources(request))


def _confirmation(
    request: RunRequest, mode: ConfirmMode, host: Host, stop: StopSignal
) -> ConfirmationGate:
    return ConfirmationGate(
        ConfirmationPolicy(mode, reviewed_later=_reviewed_later(request)),
        approver=host.approver,
        stop=stop,
        grants=open_grants(host.workspace.root),
    )


def _gate_runner(shell: Shell, host: Host, recorder: EventRecorder) -> GateRunner:
    return GateRunner(
        TaintedShell(shell, lambda: recorder.state.taints),
        folder=host.workspace.root,
        emit=recorder.emit,
        clean=lambda text: recorder.redactor.clean(text).text,
    )


async def _started(
    request: RunRequest,
    config: Config,
    agent: Agent,
    *,
    mode: ConfirmMode,
    journal: JsonlJournal,
    host: Host,
    completion: CompletionRules,
) -> RunStarted:
    return RunStarted(
        session_id=journal.session_id,
        task=request.task,
        agent=agent.name,
        model=config.llm.model,
        workspace=str(host.workspace.root),
        mode=mode,
        dry_run=request.dry_run,
        max_steps=request.max_steps or agent.max_steps,
        system=await _system_prompt(agent, host.workspace, proposes=request.proposes),
        opening=opening_message(request),
        required_gates=required_gates(completion),
    )


def _outside(
    host: Host,
    config: Config,
    *,
    shell: Shell,
    clock: Clock,
    originals: Originals,
    hooks: HookRunner,
) -> Outside:
    root = host.workspace.root
    return Outside(
        workspace=host.workspace,
        search=host.search(open_search(root)),
        shell=host.shell(shell),
        guardrails=guardrails(config.guardrails, root),
        hooks=hooks,
        clock=clock,
        originals=originals,
    )


_EDITS = frozenset({"write_file", "edit_file", "apply_patch"})


def _unchecked(request: RunRequest) -> str | None:
    """Why nothing has to hold when the model is done, if so."""
    if request.dry_run:
        return "a dry run changes nothing that could be checked"
    return "proposals change nothing that could be checked" if request.proposes else None


def _reviewed_later(request: RunRequest) -> frozenset[str]:
    if request.proposes:
        return _EDITS | {"delete_file"}
    return _EDITS if request.edits is EditReview.AFTER else frozenset()


def _limits(request: RunRequest, config: Config, agent: Agent) -> Limits:
    return Limits(
        max_steps=request.max_steps or agent.max_steps,
        max_context_tokens=config.context.max_context_tokens,
        timeout_s=request.timeout_s,
        budget_usd=config.costs.budget_usd,
        budget_tokens=config.costs.budget_tokens,
        warn_at_usd=config.costs.warn_at_usd,
    )


async def _system_prompt(agent: Agent, workspace: Workspace, *, proposes: bool) -> str:
    place = f"Workspace: {workspace.root} ({platform.system()})"
    terms = prompt("proposals") if proposes else ""
    rules = await project_rules(workspace)
    return "\n\n".join(filter(None, (agent.system_prompt, place, terms, rules)))
