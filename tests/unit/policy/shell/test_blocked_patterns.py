"""Patterns of the user, which hold however a command is written."""

import asyncio
from pathlib import Path, PurePosixPath

from tests.support.table import table

from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.domain.verdict import Allow
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.guardrails import GuardedCall, GuardrailRules
from architect.policy.shell.judge import judge_command

PUSHES = [
    "git push",
    "git \\\npush",
    'git "push"',
    "g'i't push",
    "git  push origin",
    "git -C . push",
    "git -c a.b=c push",
    "/usr/bin/git push",
    "cd x && git push",
    "env A=1 git push",
    "timeout 5 git push",
    'bash -c "git  push"',
    "x=push; git $x",
    "for x in push; do git $x; done",
    'f() { git "$@"; }; f push',
    'f() { git "$1"; }; while read x; do f $x; done <<< push',
    "echo 'git push' | sh",
    "sh <<E\ngit push\nE",
    "echo push | xargs git",
    "echo Z2l0IHB1c2gK | base64 -d | bash",
    "python -c 'import os; os.system(\"git push\")'",
    "true; (git push)",
]
HONEST = ["git status", "git log", "echo push && git status", "pytest", "git stash push"]


def blocked_by_pattern(line: str) -> bool:
    where = PurePosixPath("/home/u/proj")
    return judge_command(
        line, workspace=where, home=where.parent, blocked_patterns=(r"\bgit push\b",)
    ).blocked


def blocked_by_guardrail(line: str) -> bool:
    rules = GuardrailRules(blocked_commands=(r"^git push\b",))
    engine = GuardrailsEngine(rules, BoundedPatternSearch(), root=Path("/home/u/proj"))
    call = GuardedCall("run_command", {"command": line}, line=line)
    return not isinstance(asyncio.run(engine.check(call)), Allow)


@table("line", PUSHES)
def test_a_pattern_blocks_a_command_however_it_is_written(line: str) -> None:
    assert blocked_by_pattern(line)
    assert blocked_by_guardrail(line)


@table("line", HONEST)
def test_a_pattern_does_not_block_what_does_not_run_it(line: str) -> None:
    assert not blocked_by_pattern(line)
    assert not blocked_by_guardrail(line)
