"""The demo: a project with a bug, an agent that mends it, and what came of it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

PROJECT = Path(__file__).with_name("demo_project")
TASK = (
    "The tests fail: bills are not split to the cent. Find the bug, mend it, and show that it "
    "works."
)

OPENING = """\
architect demo

A small project with a bug and a failing test is unpacked into {folder} and put under git.
The model's replies are RECORDED (recorded/demo), so no key is needed and nothing leaves this
machine. All the rest is real: the loop, the tools, the edits, the test runs.
"""

ENDING = """\
Try it on your own code, in its folder:

  OpenAI       export OPENAI_API_KEY=...     architect run --model openai/gpt-4.1 "..."
  Ollama       ollama pull qwen3             architect run --model ollama/qwen3 "..."
  any server that speaks OpenAI's format     architect run --api-base URL --model NAME "..."
  others       pip install 'architect-lsp[litellm]'
               export ANTHROPIC_API_KEY=...  architect run --model anthropic/claude-sonnet-4-5 "..."

Without --mode yolo it asks before it edits or runs something; with --dry-run it only plans.
"""


def run_demo(*, keep: bool) -> int:
    """Run the demo in a temporary folder and return the exit code of its run."""
    if shutil.which("git") is None:
        click.echo("architect: the demo needs git; install it and try again", err=True)
        return 3
    folder = Path(tempfile.mkdtemp(prefix="architect-demo-"))
    try:
        return _run_in(folder / "ledger")
    finally:
        if keep:
            click.echo(f"The project is kept in {folder / 'ledger'}.")
        else:
            shutil.rmtree(folder)


def _run_in(project: Path) -> int:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROJECT, project, ignore=ignored)
    _git(project, "init", "--quiet")
    _git(project, "add", "--all")
    _git(project, "commit", "--quiet", "--message", "A ledger with a bug")
    click.echo(OPENING.format(folder=project))
    result = _run_agent(project)
    if not result.stdout:
        return result.returncode or 1
    summary: dict[str, Any] = json.loads(result.stdout)
    _title("What changed (git diff)")
    click.echo(_git(project, "diff", "--stat", "--patch"))
    _title("The summary that --json prints")
    click.echo(json.dumps(_shortened(summary), indent=2, ensure_ascii=False))
    _title("The end")
    click.echo(f"{summary['output']}\n\n{ENDING}")
    return result.returncode


def _run_agent(project: Path) -> "subprocess.CompletedProcess[bytes]":
    """What anybody would type, in an environment without the user's own settings."""
    # -P: the folder the demo is started in is not a place to import from.
    command = [sys.executable, "-P", "-m", "architect", "run", TASK, "--json"]
    command += ["--model", "recorded/demo", "--mode", "yolo", "--workspace", str(project)]
    environ = {name: value for name, value in os.environ.items() if "ARCHITECT" not in name}
    environ["XDG_CONFIG_HOME"] = str(project.parent / "no-user-configuration")
    return subprocess.run(command, env=environ, stdout=subprocess.PIPE, check=False)


def _git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=demo", "-c", "user.email=demo@localhost"]
    safe = ["-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null"]
    command = ["git", "--no-pager", *identity, *safe, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def _shortened(summary: dict[str, Any]) -> dict[str, Any]:
    tools = [
        f"{use['name']} {'ok' if use['success'] else 'FAILED'}" for use in summary["tools_used"]
    ]
    return summary | {"tools_used": tools}


def _title(text: str) -> None:
    click.echo(click.style(f"\n--- {text} ---", bold=True))
