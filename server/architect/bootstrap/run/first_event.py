"""The first event of a run: what it is told, and the terms it runs under."""

import platform

from architect.agent.agent import Agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.prompt_files import prompt
from architect.bootstrap.run.guardrails import required_gates
from architect.config.llm import AUTO
from architect.config.schema import Config
from architect.domain.ids import session_of
from architect.domain.journal.run_events import ParentRun, RunStarted
from architect.domain.run_request import RunRequest
from architect.execution.run_context import RunContext
from architect.policy.file_rules import sensitive_files
from architect.services.project_rules import project_rules
from architect.services.requests import opening_message, without_secrets


async def first_event(
    request: RunRequest,
    agent: Agent,
    run: RunContext,
    config: Config,
    *,
    completion: CompletionRules,
    parent: ParentRun | None,
) -> RunStarted:
    """The event that begins `run`; what its guardrails hide is not told."""
    secrets = sensitive_files(config.guardrails.sensitive_files)
    return RunStarted(
        session_id=session_of(run.run_id),
        task=request.task,
        agent=agent.name,
        model=run.model.name if config.llm.model == AUTO else config.llm.model,
        workspace=str(run.workspace.root),
        mode=run.confirmation.mode,
        dry_run=request.dry_run,
        max_steps=agent.max_steps,
        system=await _system_prompt(request, agent, run),
        opening=opening_message(without_secrets(request, secrets)),
        required_gates=required_gates(completion),
        title=request.title,
        parent=parent,
    )


async def _system_prompt(request: RunRequest, agent: Agent, run: RunContext) -> str:
    place = f"Workspace: {run.workspace.root} ({platform.system()})"
    terms = prompt("proposals") if request.proposes else ""
    rules = await project_rules(run.workspace, run.guardrails.hides)
    return "\n\n".join(filter(None, (agent.system_prompt, place, terms, rules)))
