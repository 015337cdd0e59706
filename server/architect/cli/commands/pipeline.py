"""Run steps that a file describes, or show them as a graph."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.options import config_option, workspace_option
from architect.cli.run_flags import EPILOG
from architect.cli.workflow_flags import (
    check_timeout_option,
    max_time_option,
    taken_flags,
    workers_option,
    workflow_flags,
)
from architect.l10n import english

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AsyncExitStack

    from architect.app.workflows.front import Front
    from architect.cli.workflow_flags import WorkflowFlags
    from architect.workflows.coordinator import Coordinator
    from architect.workflows.pipeline_reading import PipelineOptions

_FILE = click.Path(path_type=Path)


def _variables(
    _: click.Context, __: click.Parameter, values: tuple[str, ...]
) -> "Mapping[str, str]":
    found: dict[str, str] = {}
    for value in values:
        name, sign, text = value.partition("=")
        if not (sign and name):
            raise click.BadParameter(english("{value!r} is not NAME=VALUE.", value=value))
        found[name] = text
    return found


_var_option = click.option(
    "--var",
    "given",
    multiple=True,
    callback=_variables,
    metavar="NAME=VALUE",
    help="The value of a variable; repeatable.",
)
_from_option = click.option("--from-step", metavar="STEP", help="Leave out the steps above.")


@click.group("pipeline")
def command() -> None:
    """Run steps that a file describes, or show them as a graph."""


@command.command("run", epilog=EPILOG)
@click.argument("file", type=_FILE)
@_var_option
@_from_option
@click.option("--dry-run", is_flag=True, help="Only show what would run.")
@workers_option
@max_time_option
@check_timeout_option
@workflow_flags
def run_command(file: Path, **options: Any) -> int:
    """Run the pipeline in FILE."""
    flags = taken_flags(options)
    asked = _options(flags, options)
    if options["dry_run"]:
        return _dry_run(file, flags, asked)
    with signals_held():
        from architect.app.workflows.opening import begin
        from architect.app.workflows.pipelines import read_pipeline, settings_from
        from architect.bootstrap.workflows.units import workers_for
        from architect.cli.pipeline_trust import require_trust
        from architect.cli.workflow_session import run_workflow
        from architect.domain.workflows.events import WorkflowLimits

    async def opened(front: "Front", resources: "AsyncExitStack") -> "Coordinator":
        read = read_pipeline(file)
        settings = settings_from(read, asked, front.config)
        if not flags.trust_project:
            require_trust(file, read, front.root)
        limits = WorkflowLimits(
            workers=options["workers"] or workers_for(front.config.parallel),
            budget_usd=flags.budget,
            timeout_s=options["max_time"],
        )
        return await begin(
            settings,
            limits,
            front,
            title=settings.name,
            resources=resources,
        )

    return run_workflow(flags, opened)


@command.command("graph")
@click.argument("file", type=_FILE)
@_var_option
@_from_option
@config_option
@workspace_option
def graph_command(
    file: Path,
    given: "Mapping[str, str]",
    from_step: str | None,
    config: Path | None,
    workspace: Path | None,
) -> None:
    """Print the pipeline in FILE as a flowchart of Mermaid, which GitHub and GitLab draw."""
    from architect.app.workflows.pipelines import read_pipeline, settings_from
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls
    from architect.workflows.pipeline_graph import mermaid
    from architect.workflows.pipeline_reading import PipelineOptions

    settings = told_settings(config, workspace)
    asked = PipelineOptions(given=given, from_step=from_step, may_lack_values=True)
    print_result(
        escape_controls(mermaid(settings_from(read_pipeline(file), asked, settings))).rstrip()
    )


def _options(flags: "WorkflowFlags", options: dict[str, Any]) -> "PipelineOptions":
    from architect.domain.verdict import ConfirmMode
    from architect.domain.workflows.unit import CHECK_TIMEOUT_S
    from architect.workflows.pipeline_reading import PipelineOptions

    return PipelineOptions(
        given=options["given"],
        from_step=options["from_step"],
        agent=flags.agent,
        mode=ConfirmMode(flags.mode) if flags.mode else None,
        max_steps=flags.max_steps,
        check_timeout_s=options["check_timeout"] or CHECK_TIMEOUT_S,
    )


def _dry_run(file: Path, flags: "WorkflowFlags", asked: "PipelineOptions") -> int:
    from architect.app.workflows.pipelines import read_pipeline, settings_from
    from architect.cli.exit_codes import SUCCESS
    from architect.cli.pipeline_lines import pipeline_lines
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls

    config = told_settings(flags.config, flags.workspace, trust_project=flags.trust_project)
    settings = settings_from(read_pipeline(file), asked, config)
    for line in pipeline_lines(settings):
        print_result(escape_controls(line))
    return SUCCESS
