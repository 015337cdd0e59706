"""The first event of a run: what it is told, and the terms it runs under."""

from architect.agent.agent import Agent
from architect.agent.catalog import may_write
from architect.agent.completion_checks import CompletionRules
from architect.bootstrap.run.guardrails import required_gates
from architect.config.llm import AUTO, LlmSettings
from architect.domain.attached import KeptImage, attached_images
from architect.domain.ids import session_of
from architect.domain.journal.run_events import ParentRun, RunStarted
from architect.domain.run_request import RunRequest
from architect.execution.run_context import RunContext
from architect.services.opening.opening import Opening


def first_event(
    request: RunRequest,
    agent: Agent,
    run: RunContext,
    llm: LlmSettings,
    *,
    opening: Opening,
    completion: CompletionRules,
    parent: ParentRun | None,
    images: tuple[KeptImage, ...] = (),
) -> RunStarted:
    """The event that begins `run`, which is told `opening` and shown `images`."""
    return RunStarted(
        session_id=session_of(run.run_id),
        task=request.task,
        agent=agent.name,
        model=run.model.name if llm.model == AUTO else llm.model,
        workspace=str(run.workspace.root),
        mode=run.confirmation.mode,
        dry_run=request.dry_run,
        max_steps=agent.max_steps,
        system=opening.system,
        opening="" if request.only_compacts else opening.message,
        context=opening.sizes,
        required_gates=required_gates(completion),
        title=request.title,
        only_compacts=request.only_compacts,
        parent=parent,
        attached=(*opening.attached, *attached_images(images)),
        images=images,
        typed=request.typed,
        review=request.edits if may_write(agent.allowed_tools) else None,
    )
