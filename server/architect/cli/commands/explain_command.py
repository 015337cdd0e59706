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
    from architect.policy.shell.policy import CommandPolicy
    from architect.tools.traits import CallTraits

_CHUNK_BYTES = 65_536
_CLASSES = {"safe": english("safe"), "dev": english("dev"), "dangerous": english("dangerous")}
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
    judge = _judge_of(config, workspace)
    if line is None:
        for one in _separated(sys.stdin.fileno()):
            print_result(_document(judge, one))
        return
    if as_json:
        print_result(_document(judge, line))
        return
    from architect.app.mode_answers import traits_there
    from architect.domain.escape_controls import escape_controls

    verdict = judge.judge(line, None, {})
    blocked = f", {_blocked(judge, line)}" if verdict.blocked else ""
    print_result(f"{shown(_CLASSES[verdict.command_class])}{blocked}")
    for reason in verdict.reasons:
        print_result(f"- {escape_controls(shown(reason))}", column=2)
    traits, held = asyncio.run(traits_there(judge, line))
    for note in () if verdict.command_class == "safe" else _beyond_its_class(judge, line, held):
        print_result(escape_controls(note), column=2)
    for row in _by_mode(traits, held):
        print_result(row)


def _blocked(judge: "CommandPolicy", line: str) -> str:
    only_without = judge.deny_reason(line, None, {}, in_sandbox=True) is None
    return t("blocked without a sandbox") if only_without else t("blocked in every mode")


def _beyond_its_class(judge: "CommandPolicy", line: str, held: "CallTraits") -> Iterator[str]:
    """What else is said of `line`: that it is denied all the same, and what the sandbox changes."""
    denial = judge.deny_reason(line, None, {})
    if denial is not None and not judge.judge(line, None, {}).blocked:
        yield t("denied: {reason}", reason=shown(denial.reason))
    if held.deny_reason is None:
        yield t("in the sandbox: {what}", what=_in_sandbox(held))


def _in_sandbox(held: "CallTraits") -> str:
    if held.ask_reason:
        return t("asks in confirm-sensitive: {reason}", reason=shown(held.ask_reason))
    if held.losses is not None:
        return t("runs without confirmation, since undo or a build brings back what is lost")
    return t("runs without confirmation")


def _judge_of(config: Path | None, workspace: Path | None) -> "CommandPolicy":
    from architect.bootstrap.run.tools import command_policy
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    root = workspace_root(settings, workspace).resolve()
    return command_policy(settings.commands, root=root, home=os.environ.get("HOME"))


def _by_mode(traits: "CallTraits", held: "CallTraits") -> Iterator[str]:
    """A table of what each mode does."""
    from architect.app.mode_answers import mode_answers

    rows = [("", t("sandbox"), t("no sandbox"))]
    for one in mode_answers(traits, held):
        inside, outside = _ANSWERS[one.in_sandbox], _ANSWERS[one.without_sandbox]
        rows.append((one.mode, shown(inside), shown(outside)))
    width = max(10, *(len(inside) + 2 for _, inside, _ in rows))
    for mode, inside, outside in rows:
        yield f"{mode:19}{inside:{width}}{outside}"


def _document(judge: "CommandPolicy", line: str) -> str:
    from architect.app.mode_answers import explanation

    return json.dumps(asyncio.run(explanation(judge, line)))


def _separated(descriptor: int) -> Iterator[str]:
    """The texts between NULs, each as soon as it has come; the last needs no NUL behind it."""
    rest = b""
    while chunk := os.read(descriptor, _CHUNK_BYTES):
        *complete, rest = (rest + chunk).split(b"\0")
        yield from (text.decode("utf-8", "surrogateescape") for text in complete)
    if rest:
        yield rest.decode("utf-8", "surrogateescape")
