"""Resume a session or a workflow."""

from typing import Any

import click

from architect.cli.is_workflow import is_workflow
from architect.cli.run_flags import EPILOG, run_flags, run_with


@click.command("resume", epilog=EPILOG)
@click.argument("session", metavar="[SESSION]", required=False)
@click.argument("prompt", required=False)
@click.option(
    "--approve", is_flag=True, help="Approve what a workflow waits for; of a workflow only."
)
@run_flags
def command(approve: bool, **options: Any) -> int:
    """Resume SESSION with its whole conversation, for PROMPT or to complete its task.

    Of a workflow, what is not done yet is done. Without SESSION it is the last
    session in the workspace. `architect sessions` lists them; '-' reads the prompt from standard
    input.
    """
    if options["prompt"] is None and not _may_be_id(options["session"]):
        options["prompt"], options["session"] = options["session"], None
    if is_workflow(options["session"]):
        from architect.cli.workflow_resume import resume_workflow

        return resume_workflow(options, approves=approve)
    if approve:
        raise click.UsageError("--approve is for workflows; give the id of one.")
    return run_with(options, resume_last=options["session"] is None)


def _may_be_id(text: str | None) -> bool:
    """Whether a text alone is the id of a session; in `resume "and the tests"` it is a prompt."""
    return text is not None and text != "-" and not any(map(str.isspace, text))
