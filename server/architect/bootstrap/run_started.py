"""The first event of a run: what it is told, and the terms it runs under."""

import platform

from architect.agent.completion_checks import CompletionRules
from architect.agent.prompt_files import prompt
from architect.bootstrap.guardrails import required_gates
from architect.bootstrap.run_plan import RunPlan
from architect.domain.events import RunStarted
from architect.policy.file_rules import sensitive_files
from architect.ports.guardrails import Guardrails
from architect.services.project_rules import project_rules
from architect.services.requests import opening_message, without_secrets


async def run_started(
    plan: RunPlan, completion: CompletionRules, guardrails: Guardrails
) -> RunStarted:
    """The event that begins the run of `plan`; what `guardrails` hide is not told."""
    secrets = sensitive_files(plan.config.guardrails.sensitive_files)
    return RunStarted(
        session_id=plan.session.journal.session_id,
        task=plan.request.task,
        agent=plan.agent.name,
        model=plan.config.llm.model,
        workspace=str(plan.root),
        mode=plan.mode,
        dry_run=plan.request.dry_run,
        max_steps=plan.max_steps,
        system=await _system_prompt(plan, guardrails),
        opening=opening_message(without_secrets(plan.request, secrets)),
        required_gates=required_gates(completion),
    )


async def _system_prompt(plan: RunPlan, guardrails: Guardrails) -> str:
    place = f"Workspace: {plan.root} ({platform.system()})"
    terms = prompt("proposals") if plan.request.proposes else ""
    rules = await project_rules(plan.host.workspace, guardrails.hides)
    return "\n\n".join(filter(None, (plan.agent.system_prompt, place, terms, rules)))
