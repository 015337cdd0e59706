"""The demo: a project with a bug, an agent that fixes it, and what came of it."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from architect.adapters.git_environment import without_git_variables
from architect.cli.exit_codes import FAILED
from architect.cli.result_stream import print_result
from architect.domain.errors import UserError, VcsFault
from architect.l10n import at, english, t

PROJECT = Path(__file__).with_name("demo_project")
TASK = (
    "The tests fail: bills are not split to the cent. Find the bug, fix it, and show that it works."
)

OPENING = english("""\
architect demo

A small project with a bug and a failing test is copied to {folder} and put under git. \
The replies of the model are RECORDED (recorded/demo), so no API key is needed and nothing leaves \
this machine. Everything else is real: the agent loop, the tools, the edits, the test runs.
""")

ENDING = english("""\
Try it on your own code, in the folder of a project, with a key in OPENAI_API_KEY{others} \
or with Ollama; without a task you talk to it:

  {architect}
  {architect} run "..."
  {architect} run --model ollama/qwen3 "..."
  {architect} run --api-base URL --model NAME "..."
{install}
It asks before it edits a file, and before a command that its sandbox does not hold; \
--mode yolo skips most of that, --dry-run only plans. `{architect} doctor` says what is missing.
""")

OTHERS = ", ANTHROPIC_API_KEY, GEMINI_API_KEY, ..."
INSTALL = english("""
For Anthropic, Gemini and most others, first run `make install` in your clone of architect.
""")

_SHOWN = ("status", "steps", "files_modified", "denied", "duration_seconds", "session_id")
"""Of the summary, which fills a screen."""


def run_demo(*, keep: bool) -> int:
    """Run the demo in a temporary folder and return the exit code of its run.

    Raises:
        UserError: there is no git.
        PortFault: git failed, or nobody can read what is printed.
    """
    if shutil.which("git") is None:
        raise UserError(english("the demo needs git; install it and try again"))
    folder = Path(tempfile.mkdtemp(prefix="architect-demo-"))
    try:
        return _run_in(folder / "ledger")
    finally:
        if keep:
            print_result(t("The project is kept in {folder}.", folder=folder / "ledger"))
        else:
            shutil.rmtree(folder)


def _run_in(project: Path) -> int:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROJECT, project, ignore=ignored)
    _git(project, "init", "--quiet")
    _git(project, "add", "--all")
    _git(project, "commit", "--quiet", "--message", "A ledger with a bug")
    print_result(t(OPENING, folder=project), column=0)
    result = _run_agent(project)
    if not result.stdout:
        return result.returncode or FAILED
    document = json.loads(result.stdout)
    _title(t("What changed (git diff)"))
    print_result(_git(project, "diff", "--stat", "--patch"))
    _title(t("From the summary that --json prints"))
    print_result(json.dumps({key: document[key] for key in _SHOWN}, indent=2))
    _title(t("The end"))
    print_result(f"{document['output']}\n\n{_ending()}", column=0)
    return result.returncode


def _ending() -> str:
    """What to do next, with what is installed here."""
    is_complete = importlib.util.find_spec("litellm") is not None
    beside = Path(sys.executable).with_name("architect")
    return t(
        ENDING,
        architect="architect" if shutil.which("architect") else beside,
        others=OTHERS if is_complete else "",
        install="" if is_complete else t(INSTALL),
    )


def _run_agent(project: Path) -> "subprocess.CompletedProcess[bytes]":
    """What anybody would type, in an environment without the user's own settings."""
    # -P: the folder the demo is started in is not a place to import from.
    command = [sys.executable, "-P", "-m", "architect", "run", TASK, "--json"]
    command += ["--model", "recorded/demo", "--mode", "yolo", "--workspace", str(project)]
    inherited = without_git_variables(os.environ)
    environ = {name: value for name, value in inherited.items() if "ARCHITECT" not in name}
    environ["XDG_CONFIG_HOME"] = str(project.parent / "no-user-configuration")
    return subprocess.run(command, env=environ, stdout=subprocess.PIPE, check=False)


def _git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=demo", "-c", "user.email=demo@localhost"]
    safe = ["-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null"]
    command = ["git", "--no-pager", *identity, *safe, *arguments]
    environ = without_git_variables(os.environ)
    failure = english("the demo needs git, and 'git {command}' failed", command=arguments[0])
    try:
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False)
    except OSError as error:
        raise VcsFault(at(failure, str(error.strerror))) from error
    if done.returncode != 0:
        why = done.stderr.decode("utf-8", "replace").strip() or english(
            "exit code {code}", code=done.returncode
        )
        raise VcsFault(at(failure, why))
    return done.stdout.decode("utf-8", "replace")


def _title(text: str) -> None:
    click.secho(f"\n--- {text} ---", bold=True)
