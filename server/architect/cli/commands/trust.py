"""Trust the configuration of a project."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import FAILED, SUCCESS

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

    Trust lasts until one of its files changes that can start programs or send data elsewhere.
    """
    from architect.bootstrap.settings import configured_project, load_settings, untrusted_settings
    from architect.bootstrap.trust import revoke_trust
    from architect.cli.result_stream import print_result

    if show + revoke + yes > 1:
        raise click.UsageError("--show, --revoke and --yes cannot be combined.")
    project = configured_project(path)
    if not project.is_dir():
        raise click.UsageError(f"{str(project)!r} is not a folder.")
    if revoke:
        known = revoke_trust(project)
        print_result("revoked" if known else "the project was not trusted")
        return SUCCESS
    question = load_settings(None, path).question
    if question is None:
        trusted = untrusted_settings(project).question is not None
        print_result("trusted" if trusted else "nothing to trust: all its settings apply")
        return SUCCESS
    _show(question)
    if show:
        return FAILED
    if not (yes or _says_yes()):
        print_result("not trusted")
        return FAILED
    question.trust()
    print_result("trusted")
    return SUCCESS


def _show(question: "TrustQuestion") -> None:
    from architect.cli.diff_lines import diff_lines
    from architect.cli.printer import stderr_printer
    from architect.domain.escape_controls import escape_controls

    out = stderr_printer()
    if question.changes:
        out.line("The project has changed since you trusted it:", "title")
        for line, style in diff_lines(question.changes, limit=sys.maxsize):
            out.line(escape_controls(f"  {line}"), style)
    else:
        for name, file in sorted(question.files.items()):
            if file.text is not None:
                out.line(escape_controls(f"{name}:"), "title")
                out.line(escape_controls("\n".join(f"  {line}" for line in file.text.split("\n"))))
    out.line("Ignored until you trust the project:", "title")
    for place in question.ignored:
        out.line(escape_controls(f"  {place}"), "warning")
    if programs := sorted(name for name, file in question.files.items() if file.text is None):
        out.line(
            escape_controls(f"Programs of the project that it runs: {', '.join(programs)}"),
            "warning",
        )


def _says_yes() -> bool:
    """Whether the person at the terminal says yes; without a terminal nobody does."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        click.echo("architect: no terminal to ask on; review the above, then use --yes", err=True)
        return False
    return click.confirm("Trust this project?", default=False, err=True)
