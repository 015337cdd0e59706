"""A run, put together from the configuration and what the face brings."""

import platform
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from architect.adapters.commands.command_environment import key_values
from architect.adapters.commands.local_shell import LocalShell
from architect.adapters.files.project_folder import project_folder
from architect.adapters.records.file_originals import FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.ripgrep import RipgrepSearch, find_ripgrep
from architect.adapters.system_clock import SystemClock
from architect.agent.agent import Agent
from architect.agent.catalog import all_agents, find_agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop
from architect.agent.run_parts import AgentParts
from architect.bootstrap.crashes import crash_log
from architect.bootstrap.grants import open_grants
from architect.bootstrap.guardrails import completion_rules, guardrails, required_gates
from architect.bootstrap.hooks import open_hooks
from architect.bootstrap.models import open_model
from architect.bootstrap.price_list import load_prices
from architect.bootstrap.sandbox import open_shell
from architect.bootstrap.tools import local_tools
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.events import RunStarted
from architect.domain.ids import RunId, SessionId
from architect.domain.verdict import ConfirmMode, EditReview
from architect.execution.confirm import ConfirmationGate
from architect.execution.engine import EngineRules, ExecutionEngine, Outside
from architect.execution.event_recorder import EventRecorder
from architect.execution.gate_runner import GateRunner
from architect.execution.hook_triggers import HookTriggers
from architect.execution.stop_signal import StopSignal
from architect.policy.confirmation import ConfirmationPolicy
from architect.policy.secrets.redactor import Redactor
from architect.ports.clock import Clock
from architect.ports.hooks import HookRunner
from architect.ports.host import Host
from architect.ports.originals import Originals
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace
from architect.services.project_rules import project_rules
from architect.services.requests import RunRequest, opening_message, outside_sources
from architect.services.runs import Run, RunParts


@dataclass(frozen=True, slots=True)
class Credentials:
    """Where keys come from: the environment, and `api_key`, which goes before it."""

    environ: Mapping[str, str]
    api_key: str | None = None

    def secrets(self, api_key_env: str) -> tuple[str, ...]:
        """The values that may not be recorded; longest first, since one may hold another."""
        keys = {self.api_key, *key_values(self.environ, key_variables=(api_key_env,))}
        return tuple(sorted(filter(None, keys), key=len, reverse=True))

    def redactor(self, config: Config) -> Redactor:
        """What keeps the keys out of the record of a run."""
        return Redactor(self.secrets(config.llm.api_key_env), allowed=config.secrets.allow)


async def open_run(
    request: RunRequest,
    config: Config,
    *,
    host: Host,
    credentials: Credentials,
    session_id: SessionId | None = None,
) -> Run:
    """A run that is ready to go, in a new session; nothing has happened yet.

    Raises:
        UserError: the request or the configuration names something that does not exist.
        AuthenticationFailedError: there is no key for the model.
    """
    clock, stop = SystemClock(), StopSignal()
    enabled_hooks = tuple(config.hooks.enabled())
    triggers = HookTriggers({hook.event for hook in enabled_hooks})
    agent = find_agent(all_agents(config.agents), request.agent)
    mode = request.mode or agent.confirm_mode
    limits = _limits(request, config, agent)
    session_id = session_id or new_session_id(clock)
    model = open_model(config.llm, credentials.environ, api_key=credentials.api_key, scripts=Path())
    originals = FileOriginals(host.workspace.root, session_id)
    journal = JsonlJournal(_sessions_folder(host), session_id, originals=originals)
    recorder = EventRecorder(
        RunId(f"{session_id}.1"),
        journal=journal,
        sinks=(*host.sinks, triggers),
        clock=clock,
        redactor=credentials.redactor(config),
    )
    shell = open_shell(config, credentials.environ, host.workspace.root)
    hooks = open_hooks(
        enabled_hooks,
        host,
        shell=shell,
        free_shell=LocalShell(credentials.environ, key_variables=(config.llm.api_key_env,)),
        session_id=session_id,
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
    tools = registry.get_schemas(agent.allowed_tools)
    completion = completion_rules(
        config.guardrails,
        request.checks,
        registry.allowed(agent.allowed_tools),
        dry_run=request.dry_run,
    )
    outside = _outside(host, config, shell=shell, clock=clock, originals=originals, hooks=hooks)
    engine = ExecutionEngine(
        registry,
        outside,
        EngineRules(
            agent.allowed_tools,
            request.dry_run,
            config.context.max_tool_result_tokens,
            watches_tests=completion.tests_after_edits,
        ),
        confirmation=ConfirmationGate(
            ConfirmationPolicy(mode, reviewed_later=_reviewed_later(request)),
            approver=host.approver,
            stop=stop,
            grants=open_grants(host.workspace.root),
        ),
        recorder=recorder,
    )
    parts = AgentParts(
        model=model,
        tools=tools,
        engine=engine,
        recorder=recorder,
        journal=journal,
        clock=clock,
        stop=stop,
        context=ContextManager(config.context.max_context_tokens, tools),
        costs=CostTracker(config.llm.model, load_prices(config.costs), limits),
        gates=GateRunner(
            outside.shell,
            folder=host.workspace.root,
            emit=recorder.emit,
            clean=lambda text: recorder.redactor.clean(text).text,
        ),
        hooks=hooks,
    )
    loop = AgentLoop(
        parts, limits, completion=completion, parallel_reads=config.context.parallel_tools
    )
    started = await _started(
        request, config, agent, mode=mode, journal=journal, host=host, completion=completion
    )
    run_parts = RunParts(loop, recorder, stop, model, journal, clock, crash_log(), hooks)
    return Run(started, run_parts, taints=outside_sources(request))


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
        system=await _system_prompt(agent, host.workspace),
        opening=opening_message(request),
        required_gates=required_gates(completion),
    )


def new_session_id(clock: Clock) -> SessionId:
    """An id that sorts by time: `YYYYMMDD-HHMMSS-hex6`, in UTC."""
    return SessionId(f"{clock.now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}")


def _sessions_folder(host: Host) -> Path:
    try:
        return project_folder(host.workspace.root, "sessions")
    except OSError as error:
        raise UserError(
            f"cannot keep a journal in {str(host.workspace.root)!r}: {error.strerror}; "
            "make the folder writable, or choose another with --workspace"
        ) from error


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
    ripgrep = find_ripgrep()
    search = PythonSearch(root) if ripgrep is None else RipgrepSearch(root, ripgrep)
    return Outside(
        workspace=host.workspace,
        search=host.search(search),
        shell=host.shell(shell),
        guardrails=guardrails(config.guardrails, root),
        hooks=hooks,
        clock=clock,
        originals=originals,
    )


_EDITS = frozenset({"write_file", "edit_file", "apply_patch"})


def _reviewed_later(request: RunRequest) -> frozenset[str]:
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


async def _system_prompt(agent: Agent, workspace: Workspace) -> str:
    place = f"Workspace: {workspace.root} ({platform.system()})"
    return "\n\n".join(filter(None, (agent.system_prompt, place, await project_rules(workspace))))
