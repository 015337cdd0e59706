"""What holds for every line, whatever stands in it."""

import shlex
import subprocess
from functools import cache
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.effort import tries

from architect.policy.shell.judge import MAX_REASONS, judge_command
from architect.policy.shell.verdict import CommandClass, CommandVerdict

CASES = Path(__file__).with_name("cases")
ORDER = list(CommandClass)


def listed(*names: str) -> list[str]:
    lines = [
        line.replace("↵", "\n")
        for name in names
        for line in (CASES / f"{name}.txt").read_bytes().decode().split("\n")[1:]
    ]
    return [line for line in lines if line]


ONE_OF = tries(11, long=1)
"""Each line is judged some twenty times here: at each push, one of eleven."""

BLOCKED = listed("blocked")[::ONE_OF]
LINES = listed("safe", "dev", "dangerous", "blocked")[::ONE_OF]


@cache
def judged(line: str, extra_safe: tuple[str, ...] = ()) -> CommandVerdict:
    return judge_command(
        line,
        workspace=PurePosixPath("/home/u/proj"),
        home=PurePosixPath("/home/u"),
        extra_safe=extra_safe,
    )


def rank(line: str) -> int:
    return ORDER.index(judged(line).command_class)


@settings(max_examples=tries(100, long=3000))
@given(st.text())
def test_any_text_has_a_verdict(line: str) -> None:
    verdict = judged(line)
    assert verdict.command_class in ORDER
    assert len(verdict.reasons) <= MAX_REASONS
    assert all(verdict.reasons)


FRAGMENTS = st.sampled_from(
    [
        *(
            "echo ",
            "ls ",
            "cat ",
            "test ",
            "[ ",
            " ]",
            "[[ ",
            " ]]",
            "x=",
            "$x",
            "${x:-",
            "}",
            "$(",
        ),
        *("'", '"', "`", "\\", "\\\n", "\n", " ", "\t", "\r", "#", " #", "!", "$", "(", ")", "{ "),
        *(" }", ";", ";;", "&", "&&", "|", "||", "<", ">", "<(", "<<E", "<<'E'", "<<-E", "\nE\n"),
        *("<<<", "2>&1", ">/dev/null", "*", "?", "~", "=", "-", "$'", '$"', "((", "))", "$["),
        *("if ", "then ", "fi", "for x in ", "do ", "done", "while ", "case x in ", "a)", "esac"),
        *("time ", "coproc ", "function ", "select ", "env ", "xargs ", "bash -c ", "{a,b}"),
        *("CANARY", "CANARY ", " CANARY", "\nCANARY", ";CANARY"),
    ]
)


@settings(max_examples=tries(100, long=3000))
@given(st.lists(FRAGMENTS, max_size=40))
def test_any_heap_of_shell_has_a_verdict(fragments: list[str]) -> None:
    judged("".join(fragments))


@pytest.mark.parametrize("deletion", ["rm x", "curl http://x", "echo > x"])
def test_something_dangerous_behind_a_line_makes_it_dangerous(deletion: str) -> None:
    for line in LINES:
        assert judged(f"{line}\n{deletion}").command_class is CommandClass.DANGEROUS, line


def test_a_destruction_behind_a_line_blocks_it() -> None:
    for line in listed("safe", "dev")[::ONE_OF]:
        assert judged(f"{line}\nrm -rf ~").blocked, line


@pytest.mark.parametrize("before", ["ls; {}", "ls\n{}", "ls && {}", "({}\n)"])
def test_what_is_blocked_stays_blocked_with_something_harmless_around_it(before: str) -> None:
    for line in BLOCKED:
        assert judged(before.format(line)).blocked, line


@pytest.mark.parametrize(
    "wrapping",
    ["({}\n)", "{{ {}\n}}", "echo $({}\n)", "if true; then {}\nfi", "ls && {}", "! {}"],
)
def test_what_stands_around_a_line_never_makes_it_more_harmless(wrapping: str) -> None:
    for line in LINES:
        assert rank(wrapping.format(line)) >= rank(line), line


@pytest.mark.parametrize("shell", ["bash -c {}", "env sh -c {}", "timeout 5 bash -c {}"])
def test_a_shell_in_front_of_a_line_changes_nothing_for_the_better(shell: str) -> None:
    for line in LINES:
        inside, outside = judged(line), judged(shell.format(shlex.quote(line)))
        assert ORDER.index(outside.command_class) >= ORDER.index(inside.command_class), line
        assert outside.blocked >= inside.blocked, line


def test_words_of_the_user_make_only_their_own_command_safe() -> None:
    for line in LINES:
        relaxed = judged(f"{line}\nrm x", extra_safe=("ls", "git"))
        assert relaxed.command_class is CommandClass.DANGEROUS, line


@pytest.fixture(scope="session")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one program, which leaves a mark when it runs."""
    folder = tmp_path_factory.mktemp("canary")
    program = folder / "CANARY"
    program.write_bytes(b'#!/bin/sh\n: > "${0%/*}/sang"\n')
    program.chmod(0o755)
    (folder / "work").mkdir()
    return folder


# Fixed examples: each that is safe starts a bash.
@settings(
    max_examples=tries(100, long=6000),
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(fragments=st.lists(FRAGMENTS, min_size=2, max_size=9))
def test_bash_runs_and_writes_nothing_else_in_a_line_that_is_safe(
    canary: Path, fragments: list[str]
) -> None:
    line = "".join(("echo ", *fragments))
    if judged(line).command_class is not CommandClass.SAFE:
        return
    subprocess.run(
        ["/bin/bash", "-c", line],
        env={"PATH": str(canary), "HOME": str(canary)},
        cwd=canary / "work",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert not (canary / "sang").exists(), line
    assert list((canary / "work").iterdir()) == [], line
