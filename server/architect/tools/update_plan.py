"""Keeping the plan of a task where everybody sees it."""

from dataclasses import replace

from architect.checked.model import Model
from architect.domain.effect import Effect
from architect.domain.errors import ToolFault
from architect.domain.escape_controls import in_one_line
from architect.domain.plan import MAX_CHARS, MAX_STEPS, UPDATE_PLAN, PlanStatus, PlanStep
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits


class PlanStepArgs(Model, lax=True):
    step: str
    status: PlanStatus


class UpdatePlanArgs(ToolArgs):
    steps: tuple[PlanStepArgs, ...]


class UpdatePlan(BaseTool[UpdatePlanArgs]):
    """Puts the plan on record, which the user sees as a list; it changes nothing else."""

    name = UPDATE_PLAN
    description = "Show the user your plan; at most one step is in_progress."
    args_model = UpdatePlanArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: UpdatePlanArgs, context: ToolContext) -> ToolResult:
        steps = tuple(PlanStep(_line(each.step), each.status) for each in args.steps)
        _require_plan(steps)
        context.plan(steps)
        done = sum(each.status == "completed" for each in steps)
        return succeeded(f"shown: {done} of {len(steps)} completed")

    def traits(self, args: UpdatePlanArgs) -> CallTraits:
        done = sum(each.status == "completed" for each in args.steps)
        return replace(super().traits(args), summary=f"{done}/{len(args.steps)}")


def _line(step: str) -> str:
    return in_one_line(" ".join(step.split()))


def _require_plan(steps: tuple[PlanStep, ...]) -> None:
    if len(steps) > MAX_STEPS:
        raise ToolFault(f"a plan has at most {MAX_STEPS} steps, this one has {len(steps)}")
    if sum(each.status == "in_progress" for each in steps) > 1:
        raise ToolFault("at most one step can be in_progress; mark the others pending or completed")
    for number, each in enumerate(steps, start=1):
        if not each.step or len(each.step) > MAX_CHARS:
            raise ToolFault(f"step {number} must have 1 to {MAX_CHARS} characters")
