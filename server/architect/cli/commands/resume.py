"""Resume a session or a workflow."""

from typing import Any

import click

from architect.cli.is_workflow import is_workflow
from architect.cli.run_flags import EPILOG, run_flags, run_with
from architect.l10n import english


@click.command("resume", epilog=EPILOG)
@click.argument("session", metavar="[SESSION]", required=False)
@click.argument("prompt", required=False)
@click.option(
    "--approve", is_flag=True, help="Approve what a workflow waits for; of a workflow only."
)
@click.option(
    "--executor",
    type=click.Choice(["local", "dask"]),
    help="Of a workflow: what works on copies from now on (default: what did so before).",
)
@click.option("--scheduler", metavar="ADDRESS", help="Of a workflow: the scheduler of Dask.")
@click.option("--send-keys", is_flag=True, help="Of a workflow: send keys of models to workers.")
@run_flags
def command(*, approve: bool, **options: Any) -> int:
    """Resume SESSION with its whole conversation, for PROMPT or to complete its task.

    SESSION is an id or a number of `architect sessions`, or else the last session in the
    workspace. Of a workflow, what is not done yet is done. '-' reads the prompt from standard
    input.
    """
    if options["prompt"] is None and not _may_be_id(options["session"]):
        options["prompt"], options["session"] = options["session"], None
    if is_workflow(options["session"]):
        from architect.cli.workflow_resume import resume_workflow

        return resume_workflow(options, approves=approve)
    of_workflows = {"approve": approve, **{name: options.pop(name) for name in _OF_WORKFLOWS}}
    if (given := next((name for name, value in of_workflows.items() if value), None)) is not None:
        flag = f"--{given.replace('_', '-')}"
        raise click.UsageError(english("{flag} is for workflows; give the id of one.", flag=flag))
    return run_with(options, resume_last=options["session"] is None)


_OF_WORKFLOWS = ("executor", "scheduler", "send_keys")


def _may_be_id(text: str | None) -> bool:
    """Whether a text alone is the id of a session; in `resume "and the tests"` it is a prompt."""
    return text is not None and text != "-" and not any(map(str.isspace, text))
