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
@click.option("--scheduler", metavar="ADDRESS", help="Of a workflow: the scheduler of Dask.")
@click.option("--send-keys", is_flag=True, help="Of a workflow: send keys of models to workers.")
@run_flags
def command(*, approve: bool, scheduler: str | None, send_keys: bool, **options: Any) -> int:
    """Resume SESSION with its whole conversation, for PROMPT or to complete its task.

    Of a workflow, what is not done yet is done. Without SESSION it is the last
    session in the workspace. `architect sessions` lists them; '-' reads the prompt from standard
    input.
    """
    if options["prompt"] is None and not _may_be_id(options["session"]):
        options["prompt"], options["session"] = options["session"], None
    if is_workflow(options["session"]):
        from architect.cli.workflow_resume import resume_workflow

        options = {**options, "scheduler": scheduler, "send_keys": send_keys}
        return resume_workflow(options, approves=approve)
    if approve or scheduler is not None or send_keys:
        what = "--approve" if approve else "--scheduler" if scheduler is not None else "--send-keys"
        raise click.UsageError(f"{what} is for workflows; give the id of one.")
    return run_with(options, resume_last=options["session"] is None)


def _may_be_id(text: str | None) -> bool:
    """Whether a text alone is the id of a session; in `resume "and the tests"` it is a prompt."""
    return text is not None and text != "-" and not any(map(str.isspace, text))
