"""The question on a terminal whether what a project brings along is trusted."""

import sys

import click

from architect.bootstrap.trust import TrustQuestion
from architect.cli.diff_lines import diff_lines
from architect.cli.printer import stderr_printer
from architect.domain.escape_controls import escape_controls
from architect.l10n import shown, t


def show_question(question: TrustQuestion) -> None:
    """Show what would be trusted: what has changed since it was, or else all of it."""
    out = stderr_printer()
    if question.changes:
        out.line(t("It has changed since you trusted it:"), "title")
        for line, style in diff_lines(question.changes, limit=sys.maxsize):
            out.code(escape_controls(f"  {line}"), style, column=3)
    else:
        for name, file in sorted(question.files.items()):
            if file.text is not None:
                out.line(escape_controls(f"{name}:"), "title")
                out.line(escape_controls("\n".join(f"  {line}" for line in file.text.split("\n"))))
    if question.ignored:
        out.line(t("Ignored until you trust the project:"), "title")
    for place in question.ignored:
        out.line(escape_controls(f"  {shown(place)}"), "warning")
    if programs := sorted(name for name, file in question.files.items() if file.text is None):
        out.line(
            escape_controls(
                t("Programs of the project that it runs: {programs}", programs=", ".join(programs))
            ),
            "warning",
        )


def says_yes(question: str) -> bool:
    """Whether the person at the terminal agrees to `question`; without a terminal nobody does."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        click.echo(
            t("architect: no terminal to ask on; review the above, then use --yes"), err=True
        )
        return False
    return click.confirm(question, default=False, err=True)
