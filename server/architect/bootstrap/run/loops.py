"""What drives a run: the loop of the agent, or the compaction that somebody asked for."""

from collections.abc import Sequence
from functools import partial

from architect.agent.completion_checks import CompletionRules
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop, MakeEvaluator, MakeHealthCheck
from architect.agent.summaries import Summaries, SummaryRules
from architect.agent.user_messages import ReadMessages
from architect.bootstrap.run.run_parts import RunParts
from architect.config.context import ContextSettings
from architect.domain.run_request import RunRequest
from architect.execution.engine import ExecutionEngine
from architect.execution.run_context import RunContext
from architect.services.runs import Loop


def open_loop(
    parts: RunParts,
    request: RunRequest,
    context: RunContext,
    limits: Limits,
    completion: CompletionRules,
    read_message: ReadMessages,
) -> Loop:
    """The loop of the run with this `context`, made of `parts`."""
    engine = ExecutionEngine(context)
    costs = CostTracker(context.model.name, parts.prices(), limits, fallbacks=parts.llm.fallbacks)
    rules = _summary_rules(parts.config.context)
    if request.only_compacts:
        from architect.agent.compact_only import CompactOnly

        return CompactOnly(
            context, limits, costs=costs, tools=engine.schemas, rules=rules, focus=request.task
        )
    scope = request.scope
    if scope is not None and len(scope.parts) > 1:
        from architect.agent.reviewing import ReviewOfParts

        return ReviewOfParts(context, scope, limits)
    loop = AgentLoop(
        context,
        engine,
        limits,
        costs=costs,
        completion=completion,
        parallel_reads=parts.config.context.parallel_tools,
        compaction=partial(Summaries, tools=engine.schemas, rules=rules),
        evaluations=_evaluations(parts, request, limits),
        health=_health(parts, request),
        read_message=read_message,
    )
    if scope is None:
        return loop
    from architect.agent.reviewing import ReviewOfOnePart

    return ReviewOfOnePart(context, scope, loop)


def _evaluations(parts: RunParts, request: RunRequest, limits: Limits) -> Sequence[MakeEvaluator]:
    """What looks at the work in the end; nothing where none is done, or a parent judges it."""
    last: list[MakeEvaluator] = []
    if request.output_schema:
        from architect.agent.output_schema import SchemaCheck

        # The last to look, as what it accepts is what is printed.
        last.append(lambda _run, _requests: SchemaCheck(request.output_schema))
    if not _works(parts, request):
        return last
    found: list[MakeEvaluator] = []
    review, evaluation = parts.config.auto_review, parts.config.evaluation
    if review.enabled:
        from architect.agent.auto_review import AutoReviewer

        found.append(lambda run, _: AutoReviewer(run, review))
    if evaluation.mode != "off":
        from architect.agent.evaluation import SelfEvaluator

        found.append(partial(SelfEvaluator, settings=evaluation, limits=limits))
    return [*found, *last]


def _health(parts: RunParts, request: RunRequest) -> MakeHealthCheck | None:
    code_health = parts.code_health()
    if code_health is None or not _works(parts, request):
        return None
    from architect.agent.health_check import HealthCheck

    return partial(HealthCheck, code_health=code_health, settings=parts.config.health)


def _works(parts: RunParts, request: RunRequest) -> bool:
    """Whether the run changes files by itself; what a run below it does its parent judges."""
    return not (request.dry_run or request.proposes) and parts.parent() is None


def _summary_rules(settings: ContextSettings) -> SummaryRules:
    return SummaryRules(
        settings.compact_at,
        keep_steps=settings.keep_recent_steps,
        after_steps=settings.summarize_after_steps,
    )
