"""A run, put together from the configuration and what the face brings."""

from pathlib import Path

from architect.agent.completion_checks import CompletionRules
from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.loop import AgentLoop
from architect.agent.run_parts import AgentParts
from architect.bootstrap.crashes import crash_log
from architect.bootstrap.credentials import Credentials
from architect.bootstrap.grants import open_grants
from architect.bootstrap.guardrails import completion_rules
from architect.bootstrap.models import open_model
from architect.bootstrap.price_list import load_prices
from architect.bootstrap.run_outside import RunOutside, open_outside
from architect.bootstrap.run_plan import RunPlan, plan_run
from architect.bootstrap.run_started import run_started
from architect.bootstrap.session_opening import OpenSession
from architect.bootstrap.tools import local_tools
from architect.config.schema import Config
from architect.domain.verdict import EditReview
from architect.execution.confirm import ConfirmationGate
from architect.execution.engine import ExecutionEngine
from architect.execution.outside import EngineRules
from architect.policy.confirmation import ConfirmationPolicy
from architect.ports.host import Host
from architect.ports.model import Model
from architect.services.requests import RunRequest, outside_sources
from architect.services.runs import Run, RunParts
from architect.tools.registry import ToolRegistry


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
    plan = plan_run(request, config, host=host, credentials=credentials, session=session)
    model = _model(plan)
    registry = _registry(plan)
    completion = _completion(plan, registry)
    outside = open_outside(plan)
    engine = _engine(plan, outside, registry, watches_tests=completion.tests_after_edits)
    parts = _agent_parts(plan, outside, engine, model=model, registry=registry)
    loop = AgentLoop(
        parts, plan.limits, completion=completion, parallel_reads=config.context.parallel_tools
    )
    run_parts = RunParts(
        loop,
        outside.recorder,
        plan.stop,
        model,
        plan.session.journal,
        plan.clock,
        crash_log(plan.credentials.secrets(config.llm.api_key_env)),
        outside.hooks,
    )
    started = await run_started(plan, completion, outside.engine.guardrails)
    return Run(started, run_parts, taints=outside_sources(request))


def _model(plan: RunPlan) -> Model:
    return open_model(
        plan.config.llm,
        plan.environ,
        api_key=plan.credentials.api_key,
        scripts=Path(),
        lent=plan.host.model,
    )


def _registry(plan: RunPlan) -> ToolRegistry:
    return local_tools(
        plan.config.workspace,
        plan.config.commands,
        root=plan.root,
        home=plan.environ.get("HOME"),
        allowed=plan.agent.allowed_tools,
        read_only=plan.request.proposes,
    )


def _completion(plan: RunPlan, registry: ToolRegistry) -> CompletionRules:
    return completion_rules(
        plan.config.guardrails,
        plan.request.checks,
        registry.allowed(plan.agent.allowed_tools),
        skipped=_unchecked(plan.request),
    )


def _unchecked(request: RunRequest) -> str | None:
    """Why nothing has to hold when the model is done, if so."""
    if request.dry_run:
        return "a dry run changes nothing that could be checked"
    return "proposals change nothing that could be checked" if request.proposes else None


def _engine(
    plan: RunPlan, outside: RunOutside, registry: ToolRegistry, *, watches_tests: bool
) -> ExecutionEngine:
    return ExecutionEngine(
        registry,
        outside.engine,
        EngineRules(
            plan.agent.allowed_tools,
            plan.request.dry_run,
            plan.config.context.max_tool_result_tokens,
            watches_tests=watches_tests,
            proposes=plan.request.proposes,
        ),
        confirmation=_confirmation(plan),
        recorder=outside.recorder,
    )


def _confirmation(plan: RunPlan) -> ConfirmationGate:
    return ConfirmationGate(
        ConfirmationPolicy(plan.mode, reviewed_later=_reviewed_later(plan.request)),
        approver=plan.host.approver,
        stop=plan.stop,
        grants=open_grants(plan.root),
    )


_EDITS = frozenset({"write_file", "edit_file", "apply_patch"})


def _reviewed_later(request: RunRequest) -> frozenset[str]:
    if request.proposes:
        return _EDITS | {"delete_file"}
    return _EDITS if request.edits is EditReview.AFTER else frozenset()


def _agent_parts(
    plan: RunPlan,
    outside: RunOutside,
    engine: ExecutionEngine,
    *,
    model: Model,
    registry: ToolRegistry,
) -> AgentParts:
    tools = registry.get_schemas(plan.agent.allowed_tools)
    config = plan.config
    return AgentParts(
        model=model,
        tools=tools,
        engine=engine,
        recorder=outside.recorder,
        journal=plan.session.journal,
        clock=plan.clock,
        stop=plan.stop,
        context=ContextManager(config.context.max_context_tokens, tools),
        costs=CostTracker(config.llm.model, load_prices(config.costs), plan.limits),
        gates=outside.gates,
        hooks=outside.hooks,
    )
