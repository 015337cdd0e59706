"""Trust the configuration of a project."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.l10n import english, t

if TYPE_CHECKING:
    from architect.bootstrap.trust import TrustQuestion


@click.command("trust")
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option(
    "--show", is_flag=True, help="Only show the settings that are ignored; exit code 1 if any."
)
@click.option("--revoke", is_flag=True, help="Revoke trust in the project.")
@click.option("--yes", is_flag=True, help="Trust without asking.")
def command(path: Path | None, show: bool, revoke: bool, yes: bool) -> int:
    """Trust the configuration of the project in PATH (default: the current folder).

    If PATH is a file, it is a pipeline of the project in the current folder. Trust lasts until one
    of its files changes that can start programs or send data elsewhere.
    """
    from architect.bootstrap.settings import configured_project
    from architect.bootstrap.trust import revoke_trust
    from architect.cli.result_stream import print_result
    from architect.cli.trust_question import says_yes, show_question

    if show + revoke + yes > 1:
        raise click.UsageError(english("--show, --revoke and --yes cannot be combined."))
    is_file = path is not None and path.is_file()
    project = path if path is not None and is_file else configured_project(path)
    if not (is_file or project.is_dir()):
        raise click.UsageError(english("{project!r} is not a folder.", project=str(project)))
    if revoke:
        known = revoke_trust(project)
        unknown = t("the pipeline was not trusted") if is_file else t("the project was not trusted")
        print_result(t("revoked") if known else unknown)
        return SUCCESS
    question, trusted = _of_pipeline(project) if is_file else _of_project(project, path)
    if question is None:
        print_result(trusted)
        return SUCCESS
    show_question(question)
    if show:
        return FAILED
    asked = t("Trust this pipeline?") if is_file else t("Trust this project?")
    if not (yes or says_yes(asked)):
        print_result(t("not trusted"))
        return FAILED
    question.trust()
    print_result(t("trusted"))
    return SUCCESS


def _of_project(project: Path, path: Path | None) -> "tuple[TrustQuestion | None, str]":
    """What to ask about the configuration; if there is nothing, why."""
    from architect.bootstrap.settings import load_settings, untrusted_settings

    question = load_settings(None, path).question
    if question is not None:
        return question, ""
    trusted = untrusted_settings(project).question is not None
    return None, t("trusted") if trusted else t("nothing to trust: all its settings apply")


def _of_pipeline(path: Path) -> "tuple[TrustQuestion | None, str]":
    from architect.app.workflows.pipelines import question_about, read_pipeline
    from architect.bootstrap.settings import configured_project

    root = configured_project(None)
    question = question_about(path, read_pipeline(path), root)
    outside = not path.resolve().is_relative_to(root.resolve())
    return question, t("nothing to trust: it is no part of the project") if outside else t(
        "trusted"
    )
