"""Show how a command line is classified, without running it."""

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.app.command_explainer import CommandExplainer
    from architect.app.explained_command import ExplainedCommand
    from architect.policy.shell.policy import CommandPolicy
    from architect.tools.traits import CallTraits

_CHUNK_BYTES = 65_536
_CLASSES = {"safe": english("safe"), "dev": english("dev"), "dangerous": english("dangerous")}
_MODES = {"confirm-sensitive": "ask, edit"}
"""The modes that people choose, which treat commands alike."""
_ANSWERS = {"runs": english("runs"), "asks": english("asks"), "blocked": english("blocked")}


@click.command("explain-command")
@click.argument("line", metavar="CMD", required=False)
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--stdin0",
    is_flag=True,
    help="Read commands separated by NUL, print a JSON object per line.",
)
def command(
    line: str | None, config: Path | None, workspace: Path | None, as_json: bool, stdin0: bool
) -> None:
    """Show the class of CMD, why, and what each mode does about it; nothing is run."""
    from architect.cli.result_stream import print_result

    if line is not None and not line.strip():
        raise click.UsageError(english("the command is empty."))
    if (line is None) != stdin0:
        raise click.UsageError(
            english("pass one command in quotes, or --stdin0 and commands on standard input.")
        )
    explainer = _explainer(config, workspace)
    if line is None:
        for one in _separated(sys.stdin.fileno()):
            print_result(_document(explainer, one))
        return
    if as_json:
        print_result(_document(explainer, line))
        return
    explained = asyncio.run(explainer.explained(line))
    for row, column in _in_words(explained, _blocked(explainer.policy, line)):
        print_result(row, column=column)


def _in_words(found: "ExplainedCommand", blocked: str) -> Iterator[tuple[str, int | None]]:
    """Lines; of those that may be wrapped, with the column in which the rest begins."""
    from architect.domain.escape_controls import escape_controls

    verdict = found.verdict
    yield shown(_CLASSES[verdict.command_class]) + (f", {blocked}" if verdict.blocked else ""), None
    for reason in verdict.reasons:
        yield f"- {escape_controls(shown(reason))}", 2
    for note in () if verdict.command_class == "safe" else _beyond_its_class(found):
        yield escape_controls(note), 2
    if found.about_files:
        yield escape_controls(_about_files(found)), 2
    for row in _by_mode(found):
        yield row, None


def _blocked(policy: "CommandPolicy", line: str) -> str:
    only_without = policy.deny_reason(line, None, {}, in_sandbox=True) is None
    return t("blocked without a sandbox") if only_without else t("blocked in every mode")


def _beyond_its_class(found: "ExplainedCommand") -> Iterator[str]:
    """What else is said of a line: that it is denied all the same, and what the sandbox changes."""
    denial = found.traits.deny_reason
    if denial is not None and not found.verdict.blocked:
        yield t("denied: {reason}", reason=shown(denial.reason))
    if found.held.deny_reason is None and not found.about_files:
        yield t("in the sandbox: {what}", what=_in_sandbox(found.held))


def _about_files(found: "ExplainedCommand") -> str:
    from architect.domain.verdict import Ask

    reason = shown(found.about_files)
    if isinstance(found.guarded, Ask):
        return t("asks in every mode: {reason}", reason=reason)
    return t("denied: {reason}", reason=reason)


def _in_sandbox(held: "CallTraits") -> str:
    if held.ask_reason:
        return t("asks in the modes ask and edit: {reason}", reason=shown(held.ask_reason))
    if held.losses is not None:
        return t("runs without confirmation, since undo or a build brings back what is lost")
    return t("runs without confirmation")


def _explainer(config: Path | None, workspace: Path | None) -> "CommandExplainer":
    from architect.app.command_explainer import command_explainer
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    return command_explainer(settings, workspace_root(settings, workspace).resolve())


def _by_mode(found: "ExplainedCommand") -> Iterator[str]:
    """A table of what each mode does."""
    rows = [("", t("sandbox"), t("no sandbox"))]
    for one in found.modes():
        inside, outside = _ANSWERS[one.in_sandbox], _ANSWERS[one.without_sandbox]
        rows.append((_MODES.get(one.mode, one.mode), shown(inside), shown(outside)))
    width = max(10, *(len(inside) + 2 for _, inside, _ in rows))
    for mode, inside, outside in rows:
        yield f"{mode:13}{inside:{width}}{outside}"


def _document(explainer: "CommandExplainer", line: str) -> str:
    return json.dumps(asyncio.run(explainer.explained(line)).as_json())


def _separated(descriptor: int) -> Iterator[str]:
    """The texts between NULs, each as soon as it has come; the last needs no NUL behind it."""
    rest = b""
    while chunk := os.read(descriptor, _CHUNK_BYTES):
        *complete, rest = (rest + chunk).split(b"\0")
        yield from (text.decode("utf-8", "surrogateescape") for text in complete)
    if rest:
        yield rest.decode("utf-8", "surrogateescape")
