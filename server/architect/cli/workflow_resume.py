"""`architect resume` with a workflow."""

from contextlib import AsyncExitStack
from typing import Any

from architect.app.workflows.front import Front
from architect.app.workflows.opening import resume
from architect.cli.workflow_flags import taken_flags
from architect.cli.workflow_session import run_workflow
from architect.domain.errors import UserError
from architect.domain.ids import WorkflowId
from architect.l10n import english
from architect.workflows.coordinator import Coordinator


def resume_workflow(options: dict[str, Any], *, approves: bool = False) -> int:
    """Resume the workflow that the options of the command name, and give the exit code.

    With `approves` all that waits for an approval has it.

    Raises:
        ArchitectError: it cannot be resumed.
    """
    if options["prompt"] is not None:
        raise UserError(
            english(
                "{session!r} is a workflow, which continues what it was asked; it takes no prompt",
                session=options["session"],
            )
        )
    workflow_id = WorkflowId(options["session"])
    limits = {"budget_usd": options["budget"], "timeout_s": options["timeout"]}
    flags = taken_flags(options)

    async def opened(front: Front, resources: AsyncExitStack) -> Coordinator:
        return await resume(
            workflow_id,
            front,
            limits=limits,
            resources=resources,
            approves=approves,
            trusts=flags.trust_project,
            executor=flags.chosen_executor,
        )

    return run_workflow(flags, opened, resumed=workflow_id)
