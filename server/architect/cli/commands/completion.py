"""Have a shell complete commands and options."""

import click

from architect.l10n import t


@click.group("completion")
def command() -> None:
    """Have a shell complete commands and options."""


@command.command("install")
@click.argument("shell", required=False, type=click.Choice(["bash", "zsh", "fish"]))
@click.option("--yes", is_flag=True, help="Do not ask.")
def install_command(shell: str | None, yes: bool) -> int:
    """Have SHELL (default: yours) complete architect from its next start on.

    Shows what would be written where, and asks. What else is in the file stays; doing it twice
    changes nothing.
    """
    import os
    import sys

    from architect.cli.completion_files import install, installation, shell_of
    from architect.cli.exit_codes import FAILED, SUCCESS
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    wanted = installation(shell or shell_of(os.environ), os.environ)
    path = escape_controls(str(wanted.path))
    if wanted.is_there:
        print_result(t("{path} has it already", path=path))
        return SUCCESS
    print_result(t("{path} gets:", path=path))
    for line in _added(wanted.before or "", wanted.after):
        print_result(f"  {escape_controls(line)}")
    if not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            click.echo(t("architect: no terminal to ask on; use --yes"), err=True)
            return FAILED
        if not click.confirm(t("Write it?"), default=True, err=True):
            return FAILED
    install(wanted)
    print_result(t("written; start a new {shell}, or: exec {shell}", shell=wanted.shell))
    return SUCCESS


def _added(before: str, after: str) -> list[str]:
    old = set(before.split("\n"))
    return [line for line in after.split("\n") if line and line not in old]
