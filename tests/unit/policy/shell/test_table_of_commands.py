"""What each command of the tables is judged to be."""

from pathlib import Path, PurePosixPath

from tests.support.table import table

from architect.policy.shell.judge import judge_command
from architect.policy.shell.verdict import CommandClass

CASES = Path(__file__).with_name("cases")
LINE_END = "↵"


def listed(name: str) -> list[str]:
    """The commands of one table, without its comment."""
    lines = (CASES / f"{name}.txt").read_bytes().decode().split("\n")[1:]
    return [line.replace(LINE_END, "\n") for line in lines if line]


def judged(line: str) -> tuple[str, bool]:
    verdict = judge_command(
        line, workspace=PurePosixPath("/home/u/proj"), home=PurePosixPath("/home/u")
    )
    return verdict.command_class, verdict.blocked


@table("line", listed("safe"))
def test_what_only_looks_is_safe(line: str) -> None:
    assert judged(line) == (CommandClass.SAFE, False)


@table("line", listed("dev"))
def test_what_builds_and_tests_is_dev(line: str) -> None:
    assert judged(line) == (CommandClass.DEV, False)


@table("line", listed("dangerous"))
def test_what_writes_or_runs_is_dangerous_but_not_blocked(line: str) -> None:
    assert judged(line) == (CommandClass.DANGEROUS, False)


@table("line", listed("blocked"))
def test_what_destroys_is_blocked(line: str) -> None:
    assert judged(line) == (CommandClass.DANGEROUS, True)
